import { expect, test } from '@playwright/test'
import { type Mailbox, openMailbox } from '@posthouse/testkit/mailbox'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { visitAs } from './visit.ts'

/* With a product of its own: mail is a setting of the whole site. */

let product: Product
let mailbox: Mailbox
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  product = await openProduct()
  mailbox = await openMailbox()
  const { client } = await product.root()
  const values = {
    ServerAddress: product.address,
    SMTPServer: '127.0.0.1',
    SMTPPort: String(mailbox.port),
    SMTPFrom: 'station@posthouse.example',
    EmailVerificationEnabled: 'true',
    QuotaForNewUser: '500000',
  }
  for (const [key, value] of Object.entries(values))
    await client.setOption({ body: { key, value } })
})
test.afterAll(async () => {
  await product.close()
  await mailbox[Symbol.asyncDispose]()
})

const email = 'stranger@example.com'
const inMail = async (pattern: RegExp): Promise<string> => {
  await expect
    .poll(() => mailbox.mails.some(({ text }) => pattern.test(text)), { timeout: 20_000 })
    .toBe(true)
  return (
    pattern.exec(mailbox.mails.findLast(({ text }) => pattern.test(text))?.text ?? '')?.[1] ?? ''
  )
}

test('a stranger signs up with a mailed code, and the sandbox answers the first token', async ({
  page,
}) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/register`)
  await page.getByLabel('Username').fill('stranger')
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByRole('button', { name: /^Resend \(\d+\)$/ })).toBeDisabled()
  await page.getByLabel('Verification code').fill('AAAAAA')
  await page.getByLabel('Password *', { exact: true }).fill('a long password')
  await page.getByLabel('Confirm password').fill('a long password')
  const submit = page.getByRole('button', { name: 'Create account' })
  await submit.click()
  await expect(page.getByText('This code is wrong, used or expired')).toBeVisible()
  await page.getByLabel('Verification code').fill(await inMail(/is: (\w{6})$/m))
  await submit.click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('$1.00').first()).toBeVisible()
  const made = await page.request.post(`${product.address}/api/token/`, {
    data: { name: 'first', unlimited_quota: true },
  })
  const { data } = await made.json()
  const answer = await page.request.post(`${product.address}/v1/chat/completions`, {
    headers: { authorization: `Bearer ${data.key}` },
    data: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'hello' }] },
  })
  expect(answer.status()).toBe(200)
})

test('a forgotten password is replaced by a mailed link', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible()
  await page.goto(await inMail(/^(http\S+token\S+)$/m))
  await page.getByLabel('Password *', { exact: true }).fill('another long password')
  await page.getByLabel('Confirm password').fill('another long password')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Username or e-mail').fill(email)
  await page.getByLabel('Password *', { exact: true }).fill('another long password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
})
