import { expect, type Page, test } from '@playwright/test'
import { openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
import { visitAs } from '../visit.ts'

/* With a product of its own: who may be credited is the whole site's. */

let product: Product
test.beforeAll(async () => {
  product = await openProduct()
})
test.afterAll(() => product.close())

async function open(page: Page, path: string): Promise<void> {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Username or e-mail').fill('root')
  await page.getByLabel(/^Password/).fill(rootPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

test('a token is given the right to create codes, with a sum of a day', async ({ page }) => {
  await open(page, '/panel/profile')
  await page.getByRole('button', { name: 'Create access token' }).click()
  const form = page.getByRole('dialog', { name: 'Create access token' })
  await form.getByLabel('Name').fill('shop')
  await form.getByLabel('Codes and quota per day').fill('5')
  await form.getByRole('button', { name: 'Create access token' }).click()
  const made = page.getByRole('dialog', { name: 'Access token created' })
  await expect(made).toBeVisible()
  await made.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByText('Gives away codes and quota worth up to $5')).toBeVisible()
})

test('a super administrator lets administrators credit themselves', async ({ page }) => {
  await open(page, '/panel/setting')
  await page.getByLabel('Administrators may credit themselves').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  const { client } = await product.root()
  const options = await client.listOptions({})
  expect(options.find(({ key }) => key === 'AdministratorsMayTopUp')?.value).toBe('true')
})
