import { openBotApi, type BotApiStand } from '@posthouse/testkit/bot-api'
import { openProduct, type Browser, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let product: Product
let root: Browser
let telegram: BotApiStand

const set = (changes: Readonly<Record<string, string>>) =>
  root.client.setOptions({
    body: { changes: Object.entries(changes).map(([key, value]) => ({ key, value })) },
  })

const status = () => root.client.getTelegramStatus({})

const untilPhase = (phase: string) =>
  vi.waitFor(async () => expect(await status()).toMatchObject({ phase }), { timeout: 15_000 })

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  telegram = await openBotApi()
  await set({
    PrivateBaseUrlsAllowed: 'true',
    ServerAddress: 'https://gate.example',
    TelegramApiAddress: telegram.address,
    TelegramBotToken: telegram.token,
    TelegramBotEnabled: 'true',
  })
  await untilPhase('running')
})
afterAll(async () => {
  await product.close()
  await telegram[Symbol.asyncDispose]()
})

const ask = async (id: number, text: string, language = 'en') => {
  await telegram.say(id, text, { language, username: `user${id}` })
  return telegram.next(id)
}

const codeOf = async (browser: Browser) => (await browser.client.createTelegramCode({})).code

test('somebody binds by a code and asks for the balance', async () => {
  const person = await product.user({ name: 'rider', balance: 1_000_000 })
  const { code, link } = await person.client.createTelegramCode({})
  expect(link).toBe(`https://t.me/${telegram.username}?start=${code}`)
  expect((await ask(1, '/balance')).text).toContain('No account is connected')
  expect((await ask(1, `/bind ${code}`)).text).toContain('Connected to rider')
  expect((await ask(1, '/balance')).text).toBe('Remaining: $2.00\nUsed: $0.00')
  expect((await ask(1, '/balance', 'zh-hans')).text).toBe('剩余：$2.00\n已用：$0.00')
  expect(await person.client.listBindings({})).toMatchObject([
    { provider: 'telegram', name: '@user1' },
  ])
  expect(await status()).toMatchObject({ mode: 'polling', username: telegram.username })
  expect((await status()).last_update_time).toBeGreaterThan(0)
  expect((await person.client.getStatus({})).telegram_bot).toBe(telegram.username)
})

test('a link of the profile binds as well, and a button unbinds', async () => {
  const person = await product.user({ name: 'linked' })
  expect((await ask(2, `/start ${await codeOf(person)}`)).text).toContain('Connected to linked')
  const question = await ask(2, '/unbind')
  expect(question.text).toContain('linked')
  const [yes, no] = question.buttons
  if (yes === undefined || no === undefined) throw new Error('no buttons')
  await telegram.press(2, question, no)
  expect(await telegram.next(2)).toMatchObject({ id: question.id, text: 'Nothing was changed.' })
  await telegram.press(2, question, yes)
  expect((await telegram.next(2)).text).toBe('Disconnected.')
  expect(await person.client.listBindings({})).toEqual([])
})

test('a code is good once, for ten minutes, and for one account on each side', async () => {
  const one = await product.user({ name: 'one' })
  const two = await product.user({ name: 'two' })
  expect((await ask(3, '/bind made-up')).text).toContain('not valid')
  const expired = await codeOf(one)
  await product.server.stores.db.updateTable('challenges').set({ expires_at: 1n }).execute()
  expect((await ask(3, `/bind ${expired}`)).text).toContain('expired')
  const [first, second] = [await codeOf(one), await codeOf(one)]
  expect((await ask(3, `/bind ${first}`)).text).toContain('Connected to one')
  expect((await ask(4, `/bind ${first}`)).text).toContain('not valid')
  expect((await ask(4, `/bind ${second}`)).text).toContain('another Telegram account')
  expect((await ask(3, `/bind ${await codeOf(two)}`)).text).toContain('already connected')
  await expect(one.client.createTelegramCode({})).rejects.toMatchObject({ code: 'telegram.bound' })
  expect(await two.client.listBindings({})).toEqual([])
})

test('it lists masked keys and the invitation link, never a whole key', async () => {
  const person = await product.user({ name: 'keyed' })
  await ask(5, `/bind ${await codeOf(person)}`)
  expect((await ask(5, '/apikey')).text).toContain('no tokens yet')
  const { key } = await person.client.createToken({
    body: { name: 'travel', unlimited_quota: true },
  })
  const { text } = await ask(5, '/apikey')
  expect(text).toContain('travel: ')
  expect(text).toContain('https://gate.example/panel/token')
  expect(text).not.toContain(key)
  expect((await ask(5, '/aff')).text).toMatch(/https:\/\/gate\.example\/register\?aff=\w+/)
  expect((await ask(5, '/recharge ABC')).text).toContain('https://gate.example/panel/topup')
  expect((await ask(5, '/nonsense')).text).toContain('no such command')
})

test('in a group nothing personal is said', async () => {
  await telegram.say(1, 'hello', { group: -7 })
  await telegram.say(1, '/balance@another_bot', { group: -7 })
  await telegram.say(1, `/apikey@${telegram.username}`, { group: -7 })
  expect((await telegram.next(-7)).text).toBe('Please write to me privately.')
  expect(telegram.messages.filter(({ chat }) => chat === -7)).toHaveLength(1)
})

test('a disabled user is told so', async () => {
  const person = await product.user({ name: 'barred' })
  await ask(6, `/bind ${await codeOf(person)}`)
  const { db } = product.server.stores
  await db.updateTable('users').set({ status: 2n }).where('id', '=', person.id).execute()
  expect((await ask(6, '/balance')).text).toContain('disabled')
})

test('too many messages are answered once', async () => {
  for (let turn = 0; turn < 25; turn += 1) await telegram.say(8, '/start')
  await ask(9, '/start')
  const texts = telegram.messages.filter(({ chat }) => chat === 8).map(({ text }) => text)
  expect(texts).toHaveLength(21)
  expect(texts.at(-1)).toContain('Too many messages')
})

test('the menu has the commands in both languages', async () => {
  expect(telegram.commands.get('')?.map(({ command }) => command)).toContain('balance')
  expect(telegram.commands.get('zh')).toContainEqual({
    command: 'balance',
    description: '查询余额',
  })
  const before = telegram.called.filter((method) => method === 'setMyCommands').length
  await root.client.reloadTelegramMenu({})
  expect(telegram.called.filter((method) => method === 'setMyCommands')).toHaveLength(before + 2)
})

test('a wrong token is a state, and a change of settings ends it', async () => {
  const person = await product.user({ name: 'waits' })
  await set({ TelegramBotToken: '1:wrong' })
  await untilPhase('token-refused')
  await set({ TelegramBotToken: '../oops' })
  await vi.waitFor(async () =>
    expect(await status()).toMatchObject({ detail: 'it is not a bot token' }),
  )
  expect((await status()).username).toBe('')
  await expect(person.client.createTelegramCode({})).rejects.toMatchObject({ code: 'telegram.off' })
  await set({ TelegramBotToken: telegram.token, TelegramBotEnabled: 'false' })
  await untilPhase('off')
  await set({ TelegramBotEnabled: 'true' })
  await untilPhase('running')
  expect((await ask(10, '/start')).text).toContain('Posthouse')
})
test('a top-up is told to a bound chat, and not after it is unbound', async () => {
  const person = await product.user({ name: 'notified' })
  await ask(77, `/bind ${await codeOf(person)}`)
  const credit = () =>
    root.client.adjustQuota({ params: { id: Number(person.id) }, body: { quota: 500_000 } })
  await credit()
  await vi.waitFor(
    async () => expect((await telegram.next(77)).text).toContain('$1.00 was added to your balance'),
    { timeout: 30_000 },
  )
})
