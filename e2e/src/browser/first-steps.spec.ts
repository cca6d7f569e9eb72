import { expect, type Locator, test } from './kit/kept-page.ts'
import { callWith, rootPassword, visitAs } from './visit.ts'

test('from the sign-in to a call and its receipt', async ({ page }, info) => {
  await visitAs(page, 'nobody')
  await page.goto('/panel/token')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Username or e-mail').fill('root')
  await page.getByLabel('Password', { exact: false }).first().fill(rootPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\/token/)

  const name = `first ${info.project.name}`
  await page.getByRole('button', { name: 'Create token' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Unlimited quota').check()
  await form.getByRole('button', { name: 'Create token' }).click()
  const result = page.getByRole('dialog').filter({ hasText: `New key of "${name}"` })
  await expect(result).toBeVisible()
  const key = /sk-[A-Za-z0-9]{48}/.exec((await result.innerText()) + (await inputsOf(result)))?.[0]
  expect(key).toBeDefined()
  await page.getByRole('button', { name: 'I have saved the key' }).click()
  await expect(page.getByText(name).first()).toBeVisible()

  const request = await callWith(page, key ?? '')
  await page.goto(`/panel/log?request_id=${request}`)
  await page
    .getByRole('button', { name: /see how it was calculated/ })
    .or(page.getByRole('link', { name: /see how it was calculated/ }))
    .first()
    .click()
  await expect(page).toHaveURL(/panel=charge/)
  await expect(page.getByText('matches the ledger')).toBeVisible()
  await expect(page.getByText('sandbox/*', { exact: false }).first()).toBeVisible()
})

const inputsOf = (place: Locator): Promise<string> =>
  place
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join(' '))

test('a wrong password is told where it happened, in the language of the page', async ({
  page,
}) => {
  await visitAs(page, 'nobody', { language: 'zh_CN' })
  await page.goto('/login')
  await page.locator('input[autocomplete="username"]').fill('root')
  await page.locator('input[type="password"]').fill('not the password')
  await page.locator('form button[type="submit"]').click()
  await expect(page.getByText('用户名或密码错误').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a signed-out visitor comes back to the page that he asked for, and to no other site', async ({
  page,
}) => {
  await visitAs(page, 'nobody')
  await page.goto('/login?next=https://evil.example/')
  await page.locator('input[autocomplete="username"]').fill('traveller')
  await page.locator('input[type="password"]').fill('password of the tests')
  await page.locator('form button[type="submit"]').click()
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/panel\/dashboard/)
})

test('every open row of the station leads to the place where it is done', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/dashboard')
  const station = page.getByRole('region', { name: 'Finish setting up' })
  await station.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  await page.keyboard.press('Escape')
  await station
    .getByRole('listitem')
    .filter({ hasText: 'Set up e-mail' })
    .getByRole('link', { name: 'Open the settings' })
    .click()
  await expect(page).toHaveURL('/panel/setting?tab=system&section=mail')
  await page.goBack()
  await station.getByRole('link', { name: 'Open the sandbox channel' }).click()
  await expect(page).toHaveURL(/\/panel\/channel\?row=1$/)
  await expect(page.getByRole('dialog').or(page.getByRole('complementary')).first()).toContainText(
    'Sandbox',
  )
})

test('the set-up card can be hidden, and comes back when asked for', async ({ page }) => {
  await visitAs(page, 'root')
  await page.goto('/panel/dashboard')
  const station = page.getByRole('region', { name: 'Finish setting up' })
  await expect(station.getByRole('progressbar')).toBeVisible()
  await station.getByRole('button', { name: 'Hide' }).click()
  await expect(station).toHaveCount(0)
  await page.reload()
  const show = page.getByRole('button', { name: /^Finish setting up · \d left$/ })
  await expect(show).toBeVisible()
  await expect(station).toHaveCount(0)
  await show.click()
  await expect(station.getByRole('button', { name: 'Change password' })).toBeVisible()
})
