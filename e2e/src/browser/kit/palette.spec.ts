import { expect, type Page, test } from '@playwright/test'
import { inspect } from '../inspect.ts'
import { tokenOf, visitAs } from '../visit.ts'

/** Opens the palette as the screen offers it: by the keyboard where there is one. */
async function open(page: Page, phone: boolean): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (phone) await page.getByRole('button', { name: 'Search and go to' }).click()
  else await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and go to' })).toBeFocused()
}

test('user 10 001 of 20 000 is three keystrokes and Enter away', async ({ page }, info) => {
  await visitAs(page, 'root')
  await page.goto('/panel/dashboard')
  await open(page, info.project.name === 'phone')
  await page.keyboard.type('person-10001')
  const hit = page.getByRole('option', { name: /person-10001/ })
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/panel\/user\?row=\d+/)
  const panel = page.getByRole('dialog').or(page.getByRole('complementary')).first()
  await expect(panel).toContainText('person-10001')
  await page.goto('/panel/dashboard')
  await open(page, info.project.name === 'phone')
  await expect(page.getByRole('option').first()).toContainText('person-10001')
})

test('a page that comes late does not take the focus from what is being typed', async ({
  page,
}, info) => {
  const phone = info.project.name === 'phone'
  await visitAs(page, 'root')
  await page.goto('/panel/dashboard')
  await open(page, phone)
  await page.keyboard.press('Escape')
  const late = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await late.promise
    await route.continue()
  })
  if (phone) await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Channels').click()
  await open(page, phone)
  await page.keyboard.type('log')
  late.resolve()
  await expect(page.getByRole('heading', { name: 'Channels', includeHidden: true })).toBeAttached()
  await page.keyboard.type('s')
  await expect(page.getByRole('combobox', { name: 'Search and go to' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Search and go to' })).toHaveValue('logs')
})

test('an ordinary user finds own things and no other people', async ({ page }, info) => {
  await visitAs(page, 'traveller')
  const name = `mine ${info.testId.slice(-12)}`
  await tokenOf(page, name)
  await page.goto('/panel/dashboard')
  await open(page, info.project.name === 'phone')
  await page.keyboard.type('person-1')
  await expect(page.getByText('Nothing matches “person-1”')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('channel')
  await expect(page.getByText('Nothing matches “channel”')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/panel\/token\?row=\d+/)
})

test('is worked by keys alone, and has no fault', async ({ page }, info) => {
  await visitAs(page, 'root', { theme: info.project.name === 'phone' ? 'dark' : 'light' })
  await page.goto('/panel/log')
  await open(page, info.project.name === 'phone')
  const selected = page.locator('[role="option"][aria-selected="true"]')
  const options = page.getByRole('option')
  await expect(selected).toHaveCount(1)
  const first = await selected.innerText()
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  expect(await selected.innerText()).toBe(first)
  await page.keyboard.press('End')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  const active = await page.getByRole('combobox').getAttribute('aria-activedescendant')
  await expect(page.locator(`#${active}`)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('s')
  await page.waitForLoadState('networkidle')
  await inspect(page, 'the palette', 'en_US')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Search and go to' })).toBeHidden()
  await open(page, info.project.name === 'phone')
  await page.keyboard.type('create chan')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create channel' })).toBeVisible()
  // A form that is open is not left behind.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and go to' })).toBeHidden()
})

test('questions that nobody waits for are given up', async ({ page }, info) => {
  await visitAs(page, 'root')
  await page.goto('/panel/dashboard')
  await open(page, info.project.name === 'phone')
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(request.url()))
  await page.route('**/api/search?q=per', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue().catch(() => null)
  })
  const asked = page.waitForRequest(/search\?q=per$/)
  await page.keyboard.type('per')
  await asked
  await page.keyboard.type('son-777')
  await expect(page.getByRole('option', { name: /person-777/ }).first()).toBeVisible()
  expect(failed.filter((url) => url.endsWith('q=per'))).toHaveLength(1)
})
