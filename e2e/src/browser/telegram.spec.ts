import { expect, test } from '@playwright/test'
import { type BotApiStand, openBotApi } from '@posthouse/testkit/bot-api'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { inspect } from './inspect.ts'
import { rootPassword, visitAs } from './visit.ts'

/* With a product of its own: the bot is a setting of the whole site. */

let product: Product
let telegram: BotApiStand
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  product = await openProduct()
  telegram = await openBotApi()
  const { client } = await product.root()
  const values = {
    PrivateBaseUrlsAllowed: 'true',
    TelegramApiAddress: telegram.address,
    TelegramBotToken: telegram.token,
  }
  for (const [key, value] of Object.entries(values))
    await client.setOption({ body: { key, value } })
})
test.afterAll(async () => {
  await product.close()
  await telegram[Symbol.asyncDispose]()
})

test('an administrator turns the bot on and writes a command', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login`)
  await page.getByLabel('Username').fill('root')
  await page.getByLabel('Password *', { exact: true }).fill(rootPassword)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\//)
  await page.goto(`${product.address}/panel/telegram`)
  await expect(page.getByText('The bot does not answer anybody now.')).toBeVisible()
  const { client } = await product.root()
  await client.setOption({ body: { key: 'TelegramBotEnabled', value: 'true' } })
  await expect(page.getByText(`(@${telegram.username})`)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Offline (Polling)')).toBeVisible()
  await page.getByRole('button', { name: 'Create command' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Command').fill('rules')
  await dialog.getByLabel('Description').fill('The rules of the house')
  await dialog.getByLabel('Reply content').fill('*Be kind.*')
  await expect(dialog.getByText('Be kind.', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create command' }).click()
  await expect(dialog.getByText(/cannot read this/)).toBeVisible()
  await dialog.getByLabel('Reply content').fill('*Be kind\\.*')
  await dialog.getByRole('button', { name: 'Create command' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('/rules')).toBeVisible()
  await inspect(page, 'the page of the bot', 'en_US')
  await telegram.say(1, '/rules')
  expect(await telegram.next(1)).toMatchObject({ text: '*Be kind\\.*', mode: 'MarkdownV2' })
  await page.getByRole('button', { name: 'Reload menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reload menu' }).click()
  await expect(page.getByText('Menu reloaded')).toBeVisible()
  expect(telegram.commands.get('')).toContainEqual({
    command: 'rules',
    description: 'The rules of the house',
  })
})

test('a user connects Telegram from the profile', async ({ page }) => {
  await visitAs(page, 'nobody')
  await page.goto(`${product.address}/login`)
  await product.user({ name: 'rider', balance: 1_000_000 })
  await page.getByLabel('Username').fill('rider')
  await page.getByLabel('Password *', { exact: true }).fill('password of the tests')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/panel\//)
  await page.goto(`${product.address}/panel/profile`)
  await page.getByRole('button', { name: 'Connect Telegram' }).click()
  const dialog = page.getByRole('dialog')
  const message = await dialog.getByText(/^\/bind /).innerText()
  await expect(dialog.getByRole('link', { name: 'Open Telegram' })).toHaveAttribute(
    'href',
    `https://t.me/${telegram.username}?start=${message.slice('/bind '.length)}`,
  )
  await inspect(page, 'a code for the bot', 'en_US')
  await telegram.say(7, message, { username: 'rider_on_telegram' })
  expect((await telegram.next(7)).text).toContain('Connected to rider')
  await expect(dialog).toHaveCount(0, { timeout: 20_000 })
  await expect(page.getByText('@rider_on_telegram')).toBeVisible()
})
