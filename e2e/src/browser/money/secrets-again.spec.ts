import { expect, type Page, test } from '@playwright/test'
import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
import { visitAs } from '../visit.ts'

/* With a product of its own: its sign-ins are made old. */

let product: Product
let epay: EpayStandIn
test.beforeAll(async () => {
  product = await openProduct()
  epay = await openEpay()
  const { client } = await product.root()
  const config = { ...epay.config }
  const body = { type: 'epay', name: 'Shop', icon: 'card', currency: 'CNY', config } as const
  await client.createPaymentGateway({ body })
  for (const [key, value] of [
    ['SMTPServer', 'mail.example.com'],
    ['SMTPAccount', 'post@example.com'],
    ['SMTPToken', 'mail-canary'],
  ] as const) {
    await client.setOption({ body: { key, value } })
  }
})
test.afterAll(async () => {
  await product.close()
  await epay[Symbol.asyncDispose]()
})

async function openLongAfterSignIn(page: Page, path: string): Promise<void> {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Username or e-mail').fill('root')
  await page.getByLabel(/^Password/).fill(rootPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(new RegExp(path.replaceAll(/[?]/g, '\\?')))
  await product.server.stores.db.updateTable('sessions').set({ authenticated_at: 1n }).execute()
}

async function answer(page: Page): Promise<void> {
  const question = page.getByRole('dialog').filter({ has: page.getByLabel('Password') })
  await expect(question.getByText('The address changed')).toBeVisible()
  await question.getByRole('textbox', { name: 'Password' }).fill(rootPassword)
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
}

test('another address of a gateway asks for the password, and keeps what was typed', async ({
  page,
}) => {
  await openLongAfterSignIn(page, '/panel/payment?tab=gateways')
  const gateway = page.getByRole('row').filter({ hasText: 'Shop' })
  await gateway.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit "Shop"' })
  await form.getByLabel('Payment domain').fill('http://127.0.0.1:9')
  await form.getByRole('button', { name: 'Save gateway' }).click()
  await answer(page)
  await expect(form).toBeHidden()
  const { client } = await product.root()
  const [stored] = (await client.listPaymentGateways({ query: {} })).data
  expect(stored).toMatchObject({ config: { pay_domain: 'http://127.0.0.1:9' }, secrets: ['key'] })
})

test('another mail server asks for the password, and every section is saved', async ({ page }) => {
  await openLongAfterSignIn(page, '/panel/setting?tab=system')
  await page
    .getByRole('textbox', { name: 'Server address', exact: true })
    .fill('https://gate.example')
  await page.getByRole('textbox', { name: 'SMTP server' }).fill('other.example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await answer(page)
  await expect(page.getByText('Settings saved')).toBeVisible()
  const { client } = await product.root()
  const options = await client.listOptions({})
  const valueOf = (name: string) => options.find(({ key }) => key === name)?.value
  expect(valueOf('SMTPServer')).toBe('other.example.com')
  expect(valueOf('ServerAddress')).toBe('https://gate.example')
})
