import { CallError } from '@posthouse/contract/client'
import { openBotApi, type BotApiStand } from '@posthouse/testkit/bot-api'
import { openProduct, type Browser, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { postTelegram } from '../../domain/telegram/post-telegram.ts'

let product: Product
let root: Browser
let telegram: BotApiStand

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  telegram = await openBotApi()
  const changes = [
    { key: 'PrivateBaseUrlsAllowed', value: 'true' },
    { key: 'TelegramApiAddress', value: telegram.address },
    { key: 'TelegramBotToken', value: telegram.token },
    { key: 'TelegramBotEnabled', value: 'true' },
  ]
  await root.client.setOptions({ body: { changes } })
  await vi.waitFor(
    async () => expect(await root.client.getTelegramStatus({})).toMatchObject({ phase: 'running' }),
    { timeout: 15_000 },
  )
})
afterAll(async () => {
  await product.close()
  await telegram[Symbol.asyncDispose]()
})

const entry = {
  command: 'help_me',
  description: 'Where to find help',
  parse_mode: 'HTML',
  reply_message: '<b>Read the manual</b>',
} as const

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error : Promise.reject(error)),
  )

const ask = async (id: number, text: string) => {
  await telegram.say(id, text)
  return telegram.next(id)
}

test('an entry is answered with its markup, and shown in the menu after a reload', async () => {
  const made = await root.client.createTelegramMenu({ body: entry })
  expect(made).toMatchObject(entry)
  expect(await ask(1, '/help_me')).toMatchObject({ text: entry.reply_message, mode: 'HTML' })
  await telegram.say(1, '/help_me', { group: -5 })
  expect((await telegram.next(-5)).text).toBe(entry.reply_message)
  const shown = () => telegram.commands.get('')?.map(({ command }) => command)
  expect(shown()).not.toContain('help_me')
  await root.client.reloadTelegramMenu({})
  expect(shown()).toContain('help_me')
  const changed = {
    ...entry,
    id: made.id,
    reply_message: 'Ask\\.',
    parse_mode: 'MarkdownV2',
  } as const
  await root.client.updateTelegramMenu({ body: changed })
  expect(await ask(1, '/HELP_ME')).toMatchObject({ text: 'Ask\\.', mode: 'MarkdownV2' })
  await root.client.deleteTelegramMenu({ params: { id: made.id } })
  expect((await ask(1, '/help_me')).text).toContain('no such command')
  expect(await refusalOf(root.client.getTelegramMenu({ params: { id: made.id } }))).toMatchObject({
    code: 'telegram.menu-not-found',
  })
})

test('what Telegram cannot read goes out plain', async () => {
  await root.client.createTelegramMenu({
    body: { ...entry, command: 'odd', reply_message: '<b>a</b>' },
  })
  const { db } = product.server.stores
  await db
    .updateTable('telegram_menus')
    .set({ reply_message: '<b>a' })
    .where('command', '=', 'odd')
    .execute()
  expect(await ask(2, '/odd')).toMatchObject({ text: '<b>a', mode: null })
})

test('a command is unique and free, and its fields have limits', async () => {
  await root.client.createTelegramMenu({ body: { ...entry, command: 'taken' } })
  const create = (more: object) =>
    refusalOf(root.client.createTelegramMenu({ body: { ...entry, ...more } }))
  expect(await create({ command: 'taken' })).toMatchObject({ code: 'telegram.command-taken' })
  const wrong: readonly [object, string][] = [
    [{ command: '' }, 'command'],
    [{ command: 'Upper' }, 'command'],
    [{ command: 'start' }, 'command'],
    [{ command: 'balance' }, 'command'],
    [{ command: 'a'.repeat(33) }, 'command'],
    [{ description: ' ' }, 'description'],
    [{ description: 'd'.repeat(256) }, 'description'],
    [{ parse_mode: 'plain' }, 'parse_mode'],
    [{ reply_message: '' }, 'reply_message'],
    [{ reply_message: 'r'.repeat(4_097) }, 'reply_message'],
    [{ reply_message: '<b>open' }, 'reply_message'],
  ]
  for (const [more, field] of wrong) {
    expect(Object.keys((await create({ command: 'free', ...more }))?.fields ?? {})).toEqual([field])
  }
})

test('the list is searched by command and number, by administrators alone', async () => {
  const { id } = await root.client.createTelegramMenu({ body: { ...entry, command: 'searched' } })
  const admin = await product.user({ name: 'keeper', role: 10 })
  const list = async (keyword: string) =>
    (await admin.client.listTelegramMenus({ query: { keyword } })).data.map(
      ({ command }) => command,
    )
  expect(await list('search')).toEqual(['searched'])
  expect(await list(String(id))).toEqual(['searched'])
  expect(await list('nothing_like_it')).toEqual([])
  const person = await product.user({ name: 'person' })
  expect(await refusalOf(person.client.listTelegramMenus({ query: {} }))).toMatchObject({
    code: 'auth.role-too-low',
  })
})

test('a text of the outbox reaches whoever is bound', async () => {
  const person = await product.user({ name: 'notified' })
  const { code } = await person.client.createTelegramCode({})
  await ask(11, `/bind ${code}`)
  const { db, outbox } = product.server.stores
  const message = { userId: person.id, text: 'Your balance is low', expiresAt: null }
  await db
    .transaction()
    .execute((transaction) =>
      postTelegram(transaction, { key: 'low:1', at: Date.now(), message }, { outbox }),
    )
  expect((await telegram.next(11)).text).toBe('Your balance is low')
})
