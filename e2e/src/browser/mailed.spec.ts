import { expect, test } from '@playwright/test'
import { type Mailbox, openMailbox } from '@posthouse/testkit/mailbox'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { inspect } from './inspect.ts'
import { carryOut, visitAs } from './visit.ts'

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
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('$1.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Create token' }).click()
  const command = page.getByRole('region', { name: 'curl' })
  await expect(command).toContainText('Bearer sk-')
  const answer = await carryOut(page, await command.innerText())
  expect(answer.status()).toBe(200)
  await expect(page.getByText('Waiting for your first call…')).toHaveCount(0, { timeout: 20_000 })
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  await expect(page.getByText('Requests today')).toBeVisible()
})

test('a forgotten password is replaced by a mailed link', async ({ page }) => {
  const { client } = product.browser()
  await client.login({ body: { username: 'stranger', password: 'a long password' } })
  for (const name of ['Backup', 'Old laptop']) await client.createAccessToken({ body: { name } })
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible()
  await page.goto(await inMail(/^(http\S+token\S+)$/m))
  await page.getByLabel('Password *', { exact: true }).fill('another long password')
  await page.getByLabel('Confirm password').fill('another long password')
  const tokens = page.getByRole('group', { name: 'Access tokens to keep' })
  await tokens.getByRole('checkbox', { name: 'Backup' }).click()
  await inspect(page, 'the access tokens of a reset', 'en_US')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Username or e-mail').fill(email)
  await page.getByLabel('Password *', { exact: true }).fill('another long password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.goto(`${product.address}/panel/profile`)
  await expect(page.getByText('Backup', { exact: true })).toBeVisible()
  await expect(page.getByText('Old laptop')).toHaveCount(0)
})

test('an e-mail address is changed with a code that goes to the new one', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login`)
  await page.getByLabel('Username or e-mail').fill('stranger')
  await page.getByLabel('Password *', { exact: true }).fill('another long password')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\/dashboard/)
  await page.goto(`${product.address}/panel/profile`)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Email').fill('moved@example.com')
  await form.getByRole('button', { name: 'Get code' }).click()
  await form.getByLabel('Verification code').fill('AAAAAA')
  const save = form.getByRole('button', { name: 'Change e-mail' })
  await save.click()
  await expect(form.getByText('This code is wrong, used or expired')).toBeVisible()
  await inspect(page, 'a change of the e-mail address', 'en_US')
  const isForNew = () => mailbox.mails.findLast(({ to }) => to === 'moved@example.com')?.text ?? ''
  await expect.poll(isForNew, { timeout: 20_000 }).not.toBe('')
  await form.getByLabel('Verification code').fill(/is: (\w{6})$/m.exec(isForNew())?.[1] ?? '')
  await save.click()
  await expect(page.getByText('E-mail address changed')).toBeVisible()
  await expect(page.getByText('moved@example.com').first()).toBeVisible()

  const event = page.getByRole('group', { name: 'My balance was topped up' })
  await expect(event.getByRole('checkbox', { name: 'Telegram (connect it first)' })).toBeDisabled()
  await event.getByRole('checkbox', { name: 'E-mail' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await page.reload()
  await expect(event.getByRole('checkbox', { name: 'E-mail' })).not.toBeChecked()
})
