import { expect, type Page, test } from '@playwright/test'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { inspect } from '../inspect.ts'
import { visitAs } from '../visit.ts'

/* With a product of its own, and by its name: a passkey belongs to a host, which no address in numbers is. */

let product: Product
let address: string
test.beforeAll(async () => {
  product = await openProduct()
  address = product.address.replace('127.0.0.1', 'localhost')
  await product.user({ name: 'rider' })
})
test.afterAll(() => product.close())

/** Chromium's own authenticator in software, which agrees to everything. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('user'))
}

const journey = 'a passkey is added, signs in by itself, confirms, and is deleted'
test(journey, { tag: '@desktop-only' }, async ({ page }) => {
  await visitAs(page, 'nobody')
  await plugIn(page)
  await page.goto(`${address}/login`)
  await page.getByLabel('Username or e-mail').fill('rider')
  await page.getByLabel('Password *', { exact: true }).fill('password of the tests')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.goto(`${address}/panel/profile`)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const form = page.getByRole('dialog', { name: 'Add passkey' })
  await form.getByLabel('Name').fill('Saddle bag')
  await inspect(page, 'a passkey to add', 'en_US')
  await form.getByRole('button', { name: 'Add passkey' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Saddle bag' })
  await expect(row).toContainText('Last used never')

  await signOut(page)
  await page.goto(`${address}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.goto(`${address}/panel/profile`)
  await expect(row).not.toContainText('never')

  await product.server.stores.db.updateTable('sessions').set({ authenticated_at: 0n }).execute()
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const question = page.getByRole('dialog', { name: 'Enter your password again' })
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await page
    .getByRole('dialog', { name: 'Set up authenticator app' })
    .getByRole('button', { name: 'Cancel' })
    .click()

  await page.getByRole('button', { name: 'Delete passkey Saddle bag' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete passkey' }).click()
  await expect(page.getByText('You have no passkeys.')).toBeVisible()
  await signOut(page)
  await page.goto(`${address}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey cannot be used')).toBeVisible()
})
