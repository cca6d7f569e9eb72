import { expect, type Page, test } from '@playwright/test'
import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
import { inspect } from '../inspect.ts'
import { visitAs } from '../visit.ts'

/* With a product of its own: gateways are the whole site's. */

let product: Product
let epay: EpayStandIn
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  product = await openProduct()
  epay = await openEpay()
  const { client } = await product.root()
  await client.setOption({ body: { key: 'ServerAddress', value: product.address } })
})
test.afterAll(async () => {
  await product.close()
  await epay[Symbol.asyncDispose]()
})

const openGateways = async (page: Page): Promise<void> => {
  await visitAs(page, 'nobody')
  await page.goto(
    `${product.address}/login?next=${encodeURIComponent('/panel/payment?tab=gateways')}`,
  )
  await page.getByLabel('Username or e-mail').fill('root')
  await page.getByLabel(/^Password/).fill(rootPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

/** An order of a user's, paid at the gateway unless it is left. */
const orderOf = async (name: string, { paid }: { readonly paid: boolean }): Promise<string> => {
  const { client } = await product.user({ name })
  const [method] = await client.listPaymentMethods({})
  const begun = await client.createOrder({ body: { uuid: method?.uuid ?? '', amount: 10 } })
  epay.submit(begun.data.params)
  if (paid) await epay.pay(begun.trade_no)
  return begun.trade_no
}

test('an administrator sets a gateway up, and refunds what a user paid', async ({ page }) => {
  test.slow()
  await openGateways(page)
  await page.getByRole('button', { name: 'Create gateway' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create gateway' })
  const send = form.getByRole('button', { name: 'Create gateway' })
  await send.click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Name').fill('Shop')
  await form.getByLabel('Percentage fee').fill('0.05')
  await send.click()
  // The server asks for the parameters of this kind, each at its input.
  await expect(form.getByLabel('Payment domain')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Merchant key')).toHaveAttribute('aria-invalid', 'true')
  await inspect(page, 'a refused gateway form', 'en_US')
  await form.getByLabel('Payment domain').fill(epay.config['pay_domain'] ?? '')
  await form.getByLabel('Merchant ID').fill(epay.pid)
  await form.getByLabel('Merchant key').fill('not the key')
  await send.click()

  const gateway = page.getByRole('row').filter({ hasText: 'Shop' })
  await expect(gateway).toContainText('5 %')
  await gateway.getByRole('button', { name: 'Test gateway' }).click()
  const trial = page.getByRole('dialog', { name: 'Test "Shop"' })
  await expect(trial).toContainText('The gateway rejected the parameters')
  await expect(trial).not.toContainText('not the key')
  await trial.getByRole('button', { name: 'Close' }).click()

  await gateway.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit "Shop"' })
  await edit.getByRole('group', { name: 'Merchant key' }).getByRole('button').click()
  await edit.getByLabel('Merchant key').fill(epay.key)
  await edit.getByRole('button', { name: 'Save gateway' }).click()
  await gateway.getByRole('button', { name: 'Test gateway' }).click()
  await expect(trial).toContainText('Works')
  await inspect(page, 'the test of a gateway', 'en_US')
  await trial.getByRole('button', { name: 'Close' }).click()

  await gateway.getByText('Shop').click()
  const panel = page.getByRole('dialog', { name: 'Shop' })
  await expect(panel.getByText(`${product.address}/api/payment/notify/`)).toBeVisible()
  await inspect(page, 'a gateway', 'en_US')

  const paid = await orderOf('payer', { paid: true })
  await page.goto(`${product.address}/panel/payment?trade_no=${paid}`)
  const row = page.getByRole('row').filter({ hasText: 'payer' })
  await expect(row).toContainText('Paid')
  await row.getByText('payer').click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Order created')
  await expect(history).toContainText('Payment received and quota credited')
  await inspect(page, 'an order', 'en_US')
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: /actions|more/i }).click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund order' })
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund.getByText('Give a reason')).toBeVisible()
  await inspect(page, 'a refund', 'en_US')
  await refund.getByLabel('Reason').fill('paid twice')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(row).toContainText('Refunded')
  expect(epay.orders.get(paid)?.status).toBe(2)
  await row.getByText('payer').click()
  await expect(history).toContainText('paid twice')
  await expect(history).toContainText('By root')
})

test('an order is completed by hand, and a gateway with pending orders stays', async ({ page }) => {
  test.slow()
  const left = await orderOf('waiter', { paid: false })
  await openGateways(page)
  const gateway = page.getByRole('row').filter({ hasText: 'Shop' })
  await expect(gateway).toBeVisible()
  // As bookmarks of the family have it.
  await page.goto(`${product.address}/panel/payment#gateway`)
  await gateway.getByRole('button', { name: /actions|more/i }).click()
  await page.getByRole('menuitem', { name: 'Delete gateway' }).click()
  const question = page.getByRole('dialog', { name: 'Delete "Shop"?' })
  await question.getByRole('button', { name: 'Delete gateway' }).click()
  await expect(page.getByText('It has pending orders')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await gateway.getByRole('switch', { name: 'Enable Shop' }).click()
  await expect(gateway.getByRole('switch', { name: 'Enable Shop' })).not.toBeChecked()

  await page.goto(`${product.address}/panel/payment?trade_no=${left}`)
  const row = page.getByRole('row').filter({ hasText: 'waiter' })
  await expect(row).toContainText('Pending')
  await row.getByRole('button', { name: /actions|more/i }).click()
  await page.getByRole('menuitem', { name: 'Complete manually' }).click()
  const form = page.getByRole('dialog', { name: 'Complete order manually' })
  // As if the sign-in were too old: the password comes in between, and the reason stays.
  const refusal = { success: false, code: 'auth.recent-sign-in', message: '', data: null }
  await page.route('**/api/payment/order/*/complete', (route) => route.fulfill({ json: refusal }), {
    times: 1,
  })
  await form.getByLabel('Reason').fill('paid by bank transfer')
  await form.getByRole('button', { name: 'Complete manually' }).click()
  const again = page.getByRole('dialog', { name: 'Enter your password again' })
  await again.locator('input[type="password"]').fill(rootPassword)
  await again.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toContainText('Paid')
  await row.getByText('waiter').click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('paid by bank transfer')
})
