import { expect, type Page, test } from '@playwright/test'
import { openAlipay } from '@posthouse/testkit/payment-gateways/alipay'
import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { openStripe, type StripeStandIn } from '@posthouse/testkit/payment-gateways/stripe'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { inspect } from '../inspect.ts'
import { visitAs } from '../visit.ts'

/* With a product of its own: ways to pay are the whole site's. */

let product: Product
let epay: EpayStandIn
let stripe: StripeStandIn
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  product = await openProduct()
  epay = await openEpay()
  stripe = await openStripe()
  const { client } = await product.root()
  await client.setOption({ body: { key: 'RechargeDiscount', value: '{"100":0.9}' } })
  await client.setOption({ body: { key: 'ServerAddress', value: product.address } })
  await client.createPaymentGateway({
    body: {
      type: 'epay',
      name: 'Epay',
      icon: 'alipay',
      currency: 'CNY',
      percent_fee: 0.05,
      sort: 2,
      config: { ...epay.config },
    },
  })
  await client.createPaymentGateway({
    body: {
      type: 'stripe',
      name: 'Card',
      icon: 'card',
      currency: 'USD',
      sort: 1,
      config: { ...stripe.config },
    },
  })
  await product.user({ name: 'buyer' })
})
test.afterAll(async () => {
  await product.close()
  await epay[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

const signIn = async (page: Page): Promise<void> => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login?next=/panel/topup`)
  await page.getByLabel('Username or e-mail').fill('buyer')
  await page.getByLabel(/^Password/).fill('password of the tests')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

/** Goes to the gateway's page in its tab, and pays there. */
const payAt = async (page: Page): Promise<Page> => {
  const opened = page.context().waitForEvent('page')
  await page
    .getByRole('dialog', { name: 'Payment' })
    .getByRole('link', { name: 'Go to the payment page' })
    .click()
  const shop = await opened
  await shop.getByRole('button', { name: 'Pay' }).click()
  return shop
}

test('somebody pays over both gateways, and the balance, the orders and the statement follow', async ({
  page,
}) => {
  test.slow()
  await signIn(page)
  const pay = page.getByRole('region', { name: 'Pay online' })
  await expect(pay.getByRole('button', { name: 'Epay' })).toHaveAttribute('aria-pressed', 'true')
  await pay.getByLabel('Amount in dollars').fill('1.5')
  await pay.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(pay.getByText('Enter a whole number above 0')).toBeVisible()
  await pay.getByRole('button', { name: '$100' }).click()
  const lines = pay.getByLabel('What it costs')
  await expect(lines).toContainText('$90.00 (× 0.9)')
  await expect(lines).toContainText('$4.50 (5 %)')
  await expect(lines).toContainText('¥689.85')
  await inspect(page, 'the wallet with ways to pay', 'en_US')

  await pay.getByRole('button', { name: 'Pay', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment' })
  await expect(dialog.getByText('¥689.85')).toBeVisible()
  await expect(dialog.getByText('Waiting for the payment with Epay')).toBeVisible()
  await dialog.getByRole('button', { name: 'I have paid' }).click()
  await expect(dialog.getByText('The payment has not arrived yet')).toBeVisible()
  await inspect(page, 'a payment that is waited for', 'en_US')
  const shop = await payAt(page)
  // The gateway leads back, and the tab that waited knows as well.
  await expect(shop.getByRole('dialog', { name: 'Payment' })).toContainText('$100.00 added')
  await expect(dialog).toContainText('Your balance is now $100.00')
  await inspect(page, 'a payment that arrived', 'en_US')
  await shop.close()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await pay.getByRole('button', { name: 'Card' }).click()
  await pay.getByLabel('Amount in dollars').fill('20')
  await expect(lines).toContainText('$20.00')
  await pay.getByRole('button', { name: 'Pay', exact: true }).click()
  await (await payAt(page)).close()
  await expect(dialog).toContainText('Your balance is now $120.00')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('tab', { name: 'Orders' }).click()
  const orders = page.getByRole('list', { name: 'Orders' }).getByRole('listitem')
  await expect(orders).toHaveCount(2)
  await expect(orders.first()).toContainText('Card')
  await expect(orders.first()).toContainText('Paid')
  await expect(orders.last()).toContainText('¥689.85')
  await page.getByRole('tab', { name: 'Statement' }).click()
  const statement = page.getByRole('table', { name: 'Statement' })
  await expect(statement.getByRole('row').filter({ hasText: 'Top-up' })).toHaveCount(2)
  await expect(statement.getByRole('row').last()).toContainText('$120.00')
  await inspect(page, 'a statement', 'en_US')
})

test('an order is left and paid later, and a gateway that is down says so', async ({ page }) => {
  await signIn(page)
  const pay = page.getByRole('region', { name: 'Pay online' })
  await pay.getByLabel('Amount in dollars').fill('5')
  await pay.getByRole('button', { name: 'Pay', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Orders' }).click()
  await page.getByRole('button', { name: 'Continue paying' }).click()
  await payAt(page)
  await expect(dialog).toContainText('$5.00 added')
  await dialog.getByRole('button', { name: 'Done' }).click()

  stripe.mode = 'page'
  await page.getByRole('tab', { name: 'Top up' }).click()
  await pay.getByRole('button', { name: 'Card' }).click()
  await pay.getByLabel('Amount in dollars').fill('7')
  await pay.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(pay.getByText('The payment gateway did not take the request')).toBeVisible()
  await expect(pay.getByLabel('Amount in dollars')).toHaveValue('7')
  stripe.mode = 'answers'
  await pay.getByRole('button', { name: 'Pay', exact: true }).click()
  await (await payAt(page)).close()
  await expect(dialog).toContainText('$7.00 added')
})

test('a picture is scanned, and the dialog knows by itself', async ({ page }) => {
  await using alipay = await openAlipay()
  const { client } = await product.root()
  const config = { ...alipay.config, pay_type: 'facepay' }
  await client.createPaymentGateway({
    body: { type: 'alipay', name: 'Alipay', icon: 'alipay', currency: 'CNY', sort: 9, config },
  })
  await signIn(page)
  const pay = page.getByRole('region', { name: 'Pay online' })
  await pay.getByRole('button', { name: 'Alipay' }).click()
  await pay.getByRole('button', { name: 'Pay', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment' })
  await expect(dialog.getByRole('img', { name: 'QR code to pay with a phone' })).toBeVisible()
  await inspect(page, 'a payment by QR code', 'en_US')
  const [tradeNo = ''] = alipay.orders.keys()
  await alipay.pay(tradeNo)
  await expect(dialog).toContainText('$10.00 added')
})
