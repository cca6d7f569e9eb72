import { expect, type Page, test } from '@playwright/test'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { totpOf } from '@posthouse/testkit/totp'
import { inspect } from '../inspect.ts'
import { visitAs } from '../visit.ts'

/* With a product of its own: the account of every other journey signs in with its password alone. */

let product: Product
test.beforeAll(async () => {
  product = await openProduct()
  await product.user({ name: 'rider' })
})
test.afterAll(() => product.close())

async function givePassword(page: Page): Promise<void> {
  await page.goto(`${product.address}/login`)
  await page.getByLabel('Username or e-mail').fill('rider')
  await page.getByLabel('Password *', { exact: true }).fill('password of the tests')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('user'))
}

const journey = 'an authenticator app is set up, asked for at the sign-in, and removed'
test(journey, { tag: '@desktop-only' }, async ({ page }) => {
  await visitAs(page, 'nobody')
  await givePassword(page)
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.goto(`${product.address}/panel/profile`)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set up authenticator app' })
  await expect(setUp.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = await setUp.locator('code').innerText()
  await setUp.getByLabel('Code *').fill('000000')
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await expect(setUp.getByText('This code is wrong')).toBeVisible()
  await inspect(page, 'the set-up of an authenticator app', 'en_US')
  await setUp.getByLabel('Code *').fill(totpOf(secret))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('dialog', { name: 'Recovery codes' })
  const codes = (await shown.getByRole('region', { name: 'Recovery codes' }).innerText()).split(
    /\s+/,
  )
  expect(codes.filter((code) => code !== '')).toHaveLength(10)
  await inspect(page, 'recovery codes', 'en_US')
  await shown.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible()

  await signOut(page)
  await givePassword(page)
  await page.getByLabel('Code *').fill('000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await inspect(page, 'the second step of a sign-in', 'en_US')
  // The code of now was used in the set-up; the next one is accepted a little early.
  await page.getByLabel('Code *').fill(totpOf(secret, 1))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)

  await signOut(page)
  await givePassword(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code *').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.goto(`${product.address}/panel/profile`)
  await expect(page.getByText('Recovery codes left: 9')).toBeVisible()
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove authenticator app' }).click()
  await expect(page.getByText('Not set up')).toBeVisible()

  await signOut(page)
  await givePassword(page)
  await expect(page).toHaveURL(/\/panel\/dashboard/)
})
