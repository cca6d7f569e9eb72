import { openBotApi, type BotApiStand } from '@posthouse/testkit/bot-api'
import { openProduct, type Browser, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let product: Product
let root: Browser
let telegram: BotApiStand

const set = (key: string, value: string) => root.client.setOption({ body: { key, value } })

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  telegram = await openBotApi()
  await set('PrivateBaseUrlsAllowed', 'true')
  await set('TelegramApiAddress', telegram.address)
  await set('TelegramBotToken', telegram.token)
  await set('TelegramBotMode', 'webhook')
  await set('TelegramBotEnabled', 'true')
})
afterAll(async () => {
  await product.close()
  await telegram[Symbol.asyncDispose]()
})

const untilPhase = (phase: string) =>
  vi.waitFor(async () => expect(await root.client.getTelegramStatus({})).toMatchObject({ phase }), {
    timeout: 15_000,
  })

const post = (url: string, secret?: string) =>
  fetch(url, {
    method: 'POST',
    headers: secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret },
    body: JSON.stringify({
      update_id: 1,
      message: {
        message_id: 1,
        chat: { id: 9, type: 'private' },
        from: { id: 9, first_name: 'Forger' },
        text: '/start',
      },
    }),
  })

test('a webhook needs the address of the server', async () => {
  await untilPhase('no-address')
  await set('ServerAddress', `${product.address}/`)
  await untilPhase('running')
  expect(telegram.webhook?.url).toMatch(`${product.address}/api/telegram/`)
  expect(telegram.webhook?.url).not.toContain(telegram.token)
})

test('a conversation over the webhook', async () => {
  const person = await product.user({ name: 'hooked', balance: 500_000 })
  const { code } = await person.client.createTelegramCode({})
  await telegram.say(1, `/bind ${code}`)
  expect((await telegram.next(1)).text).toContain('Connected to hooked')
  await telegram.say(1, '/balance')
  expect((await telegram.next(1)).text).toContain('$1.00')
})

test('forged calls do nothing', async () => {
  const { url, secret } = telegram.webhook ?? { url: '', secret: '' }
  const before = telegram.messages.length
  expect((await post(url)).status).toBe(401)
  expect((await post(url, `${secret}x`)).status).toBe(401)
  expect((await post(`${product.address}/api/telegram/elsewhere`, secret)).status).toBe(404)
  expect((await post(`${product.address}/api/telegram/${telegram.token}`, secret)).status).toBe(404)
  expect(telegram.messages).toHaveLength(before)
  expect((await post(url, secret)).status).toBe(200)
  expect(telegram.messages).toHaveLength(before + 1)
})

test('without the webhook there is nobody at its address', async () => {
  const { url, secret } = telegram.webhook ?? { url: '', secret: '' }
  await set('TelegramBotMode', 'polling')
  await vi.waitFor(() => expect(telegram.webhook).toBeNull(), { timeout: 15_000 })
  expect((await post(url, secret)).status).toBe(404)
})
