import { expect, type Locator, type Page, test } from './kept-page.ts'
import { callWith, rootPassword, visitAs } from '../visit.ts'

/** Goes on with Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 80; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`80 times Tab did not lead to ${target.toString()}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('from the sign-in to the row of the log without a mouse', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visitAs(page, 'nobody')
  await page.goto('/panel/token')

  await tabTo(page, page.getByLabel('Username or e-mail'))
  await page.keyboard.type('root')
  await tabTo(page, page.getByLabel('Password', { exact: false }).first())
  await page.keyboard.type(rootPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/panel\/token/)

  const name = `By keyboard ${Date.now()}`
  await press(page, page.getByRole('button', { name: 'Create token' }).first())
  const form = page.getByRole('dialog', { name: 'Create token' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')

  const result = page.getByRole('dialog', { name: `New key of "${name}"` })
  await press(page, result.getByRole('button', { name: 'Copy Key' }))
  await expect(page.getByText('Key copied!')).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key).toMatch(/^sk-[A-Za-z0-9]{48}$/)
  await callWith(page, key)
  await press(page, result.getByRole('button', { name: 'I have saved the key' }))

  await press(page, page.getByRole('navigation').getByRole('link', { name: 'Logs' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeFocused()
  const row = page.getByRole('row').filter({ hasText: name }).first()
  await press(page, row.getByRole('link').first())
  const peek = page.getByRole('dialog')
  await expect(peek).toContainText(name)
  await page.keyboard.press('Escape')
  await expect(peek).toBeHidden()
})

test('a choice that the mouse has opened is worked by keys', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/channel')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  for (const name of [/^Sort by|^Type/, /rows per page/i]) {
    const choice = page.getByRole('combobox', { name }).first()
    await choice.click()
    await expect(page.getByRole('option').first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(choice).toBeFocused()
    await page.keyboard.press('Escape')
  }
})
