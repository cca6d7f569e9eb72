import { expect } from '@playwright/test'
import { inspectPage } from './inspect.ts'
import { test } from './own-station.ts'
import { visitAs, travellerPassword } from './visit.ts'

// On a phone the sections are folded.
const desktop = { tag: '@desktop-only' }

const journey = 'the owner renames, signs another device out, and makes and deletes an access token'
test(journey, desktop, async ({ page, browser, station }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/dashboard')
  await page.getByRole('button', { name: 'User menu: traveller' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/panel/profile')
  await inspectPage(page, 'profile', 'en_US')

  const name = page.getByLabel('Display name')
  await name.fill('x'.repeat(21))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Must have at most 20 characters')).toBeVisible()
  await name.fill('Long Rider')
  await page.getByRole('link', { name: 'Tokens' }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Long Rider')

  const username = page.getByLabel('Username')
  const save = page.getByRole('button', { name: 'Save changes' })
  await username.fill('ab')
  await save.click()
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
  await username.fill('root')
  await save.click()
  await expect(page.getByText('This username is taken')).toBeVisible()
  await username.fill('long-rider')
  await save.click()
  await expect(page.getByRole('button', { name: 'User menu: long-rider' })).toBeVisible()
  await username.fill('traveller')
  await save.click()
  await expect(page.getByRole('button', { name: 'User menu: traveller' })).toBeVisible()

  const signIn = { username: 'traveller', password: travellerPassword }
  const elsewhere = await browser.newContext({ baseURL: station, userAgent: 'curl/8.5.0' })
  await elsewhere.request.post('/api/user/login', { data: signIn })
  await page.reload()
  await page.getByRole('button', { name: 'Sign out curl/8.5.0' }).click()
  await expect(page.getByText('Signed out: curl/8.5.0')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out curl/8.5.0' })).toHaveCount(0)
  expect((await elsewhere.request.get('/api/user/self')).status()).toBe(401)

  await page.getByRole('button', { name: 'Create access token' }).click()
  const form = page.getByRole('dialog', { name: 'Create access token' })
  await form.getByRole('button', { name: 'Create access token' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Name').fill('Nightly report')
  await form.getByRole('button', { name: 'Create access token' }).click()
  const made = page.getByRole('dialog', { name: 'Access token created' })
  const token = await made.locator('code').innerText()
  await page.keyboard.press('Escape')
  await made.getByRole('button', { name: 'I have saved it' }).click()
  const script = { headers: { authorization: token } }
  expect((await elsewhere.request.get('/api/user/self', script)).status()).toBe(200)
  await expect(page.getByText(token)).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete access token Nightly report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete access token' }).click()
  await expect(page.getByText('You have no access tokens.')).toBeVisible()
  expect((await elsewhere.request.get('/api/user/self', script)).status()).toBe(401)
})

const invitation = 'who signs up with the invitation link is listed'
test(invitation, desktop, async ({ page, browser, station }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/profile')
  const invitations = page.getByRole('region', { name: 'Invitations' })
  const link = new URL(await invitations.locator('code').innerText())
  expect(link.pathname).toBe('/register')
  const stranger = await browser.newContext({ baseURL: station })
  const data = {
    username: 'invited',
    password: 'a long password',
    aff_code: link.searchParams.get('aff'),
  }
  expect(await (await stranger.request.post('/api/user/register', { data })).json()).toMatchObject({
    success: true,
  })
  await page.reload()
  await expect(invitations.getByRole('listitem')).toContainText('invited')
})

const again = 'a sign-in too long ago asks for the password, and the name stays typed'
test(again, desktop, async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/profile')
  const refusal = {
    success: false,
    code: 'auth.recent-sign-in',
    message: 'Enter your password again to continue',
  }
  await page.route('/api/user/token', (route) => route.fulfill({ json: refusal }))
  await page.getByRole('button', { name: 'Create access token' }).click()
  const form = page.getByRole('dialog', { name: 'Create access token' })
  await form.getByLabel('Name').fill('Backup')
  await form.getByRole('button', { name: 'Create access token' }).click()
  await page.unroute('/api/user/token')
  const question = page.getByRole('dialog', { name: 'Enter your password again' })
  await question.getByLabel('Password', { exact: false }).first().fill('not the password')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(question.getByText('The current password is wrong')).toBeVisible()
  await question.getByLabel('Password', { exact: false }).first().fill(travellerPassword)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Backup' })).toBeVisible()
})

test('on a phone the sections unfold', { tag: '@phone-only' }, async ({ page }) => {
  await visitAs(page, 'traveller')
  await page.goto('/panel/profile')
  await expect(page.getByLabel('Display name')).toBeVisible()
  const create = page.getByRole('button', { name: 'Create access token' })
  await expect(create).toBeHidden()
  await page.getByRole('button', { name: 'Access tokens' }).click()
  await expect(create).toBeVisible()
})
