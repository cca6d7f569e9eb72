import type { Fields } from '@posthouse/llm/bytes/fields'
import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Settings } from '../../domain/settings/setting-table.ts'
import {
  channel,
  gatewayRig,
  otherKey,
  type Rig,
  testKey,
  until,
} from '../tests/rig/gateway-rig.ts'
import { caller } from './testing/caller.ts'

/* A few short ids may stand for more than there is memory. */

let base: TestDatabase
let rig: Rig
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.close())
afterEach(async () => {
  expect(rig.errors).toEqual([])
  await until(() => rig.ledger.pending === 0)
  await rig.close()
})

const limit = 64 * 1024

async function start(more: Partial<Settings> = {}): Promise<ReturnType<typeof caller>> {
  rig = await gatewayRig({
    channels: [channel({ plugin: { dialects: ['openai-chat'] } })],
    db: base.database.kysely,
    settings: { RequestBodyLimit: limit, KeptBytesPerUser: 16 * limit, ...more },
  })
  return caller(rig, testKey)
}

const tooLarge = { status: 413, error: { code: 'request_too_large' } }

it('refuses one item that is named again and again before it is put in', async () => {
  const ask = await start()
  const { fields } = await ask.create({ input: '[[sandbox: words=400]]' })
  const [message] = fields['output'] as Fields[]
  const named = { type: 'item_reference', id: message?.['id'] }
  const input = Array.from({ length: 400 }, () => named)
  const written = vi.spyOn(JSON, 'stringify')
  expect(await ask.post('/responses', { input })).toMatchObject(tooLarge)
  const lengths = written.mock.results.map(({ value }) => String(value).length)
  written.mockRestore()
  expect(Math.max(...lengths)).toBeLessThan(limit)
  expect((await ask.post('/responses', { input: [named] })).status).toBe(200)
  const { fields: conversation } = await ask.post('/conversations', {})
  const inside = { conversation: String(conversation['id']) }
  const first = await ask.create({ ...inside, input: '[[sandbox: words=400]]' })
  const [last] = first.fields['output'] as Fields[]
  const again = Array.from({ length: 400 }, () => ({ ...named, id: last?.['id'] }))
  expect(await ask.post('/responses', { ...inside, input: again })).toMatchObject(tooLarge)
})

it('reads no chain, and no items of responses, that are longer than memory is given', async () => {
  const ask = await start()
  const first = await ask.create({ input: 'x' })
  const second = await ask.create({ input: 'y', previous_response_id: first.id })
  const [message] = first.fields['output'] as Fields[]
  await base.database.kysely
    .updateTable('responses')
    .set({ response: JSON.stringify({ ...first.fields, instructions: 'z'.repeat(3 * limit) }) })
    .where('id', '=', first.id)
    .execute()
  const asked = [
    { input: 'on', previous_response_id: second.id },
    { input: [{ type: 'item_reference', id: message?.['id'] }] },
  ]
  for (const body of asked) expect(await ask.post('/responses', body)).toMatchObject(tooLarge)
  expect(await ask.get(`/responses/${second.id}/input_items`)).toMatchObject(tooLarge)
  expect((await ask.get(`/responses/${second.id}`)).status).toBe(200)
})

it.each([
  { background: 'true' },
  { background: 1 },
  { store: 0 },
  { metadata: { note: 'x'.repeat(513) } },
  { metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`a${at}`, 'x'])) },
])(
  'takes nothing that readers understand in two ways, or that nobody pays for (%#)',
  async (odd) => {
    const ask = await start()
    expect(await ask.post('/responses', { input: 'x', ...odd })).toMatchObject({
      status: 400,
      error: { param: Object.keys(odd)[0] },
    })
  },
)

it('keeps no more conversations of a user than are good for the others', async () => {
  const ask = await start()
  const tooMany = { status: 400, error: { code: 'conversation_too_many' } }
  const long = { type: 'message', role: 'user', content: 'x'.repeat(60_000) }
  const created = []
  for (let count = 0; count < 19; count += 1) {
    created.push(await ask.post('/conversations', { items: [long] }))
  }
  expect(created.filter(({ status }) => status === 200)).toHaveLength(17)
  expect(created.at(-1)).toMatchObject(tooMany)
  expect((await ask.post('/conversations', {})).status).toBe(200)
  for (let from = 0; from < 10_000; from += 500) {
    const rows = Array.from({ length: 500 }, (_, at) => ({
      user_id: 1n,
      id: `conv_${from + at}`,
      metadata: '{}',
      bytes: 0n,
      created_at: 1n,
      expires_at: BigInt(Number.MAX_SAFE_INTEGER),
    }))
    await base.database.kysely.insertInto('conversations').values(rows).execute()
  }
  expect(await ask.post('/conversations', {})).toMatchObject(tooMany)
  expect((await caller(rig, otherKey).post('/conversations', {})).status).toBe(200)
})

it('keeps no more conversations of a user, and no more in them, than the settings say', async () => {
  await base.database.kysely.deleteFrom('conversation_items').execute()
  await base.database.kysely.deleteFrom('conversations').execute()
  const ask = await start({ ConversationsPerUser: 2, KeptBytesPerUser: 3_000 })
  const message = { type: 'message', role: 'user', content: 'x'.repeat(1_000) }
  const first = await ask.post('/conversations', { items: [message] })
  expect(first.status).toBe(200)
  const add = () =>
    ask.post(`/conversations/${String(first.fields['id'])}/items`, { items: [message] })
  expect((await add()).status).toBe(200)
  const full = { status: 400, error: { code: 'conversation_too_many' } }
  expect(await add()).toMatchObject(full)
  expect((await ask.post('/conversations', {})).status).toBe(200)
  expect(await ask.post('/conversations', {})).toMatchObject(full)
  expect((await caller(rig, otherKey).post('/conversations', {})).status).toBe(200)
})

it('lets the oldest responses of a user make room for the next', async () => {
  const ask = await start()
  const other = caller(rig, otherKey)
  const theirs = await other.create({ input: 'mine' })
  const kept = []
  for (let count = 0; count < 20; count += 1) {
    kept.push(await ask.create({ input: 'x'.repeat(60_000) }))
  }
  const found = []
  for (const { id } of kept) found.push((await ask.get(`/responses/${id}`)).status)
  const room = Math.floor((limit * 16) / 62_000)
  const left = found.filter((status) => status === 200).length
  expect(left).toBeLessThanOrEqual(room)
  expect(left).toBeGreaterThan(room / 2)
  expect(found.lastIndexOf(404)).toBe(kept.length - left - 1)
  expect((await other.get(`/responses/${theirs.id}`)).status).toBe(200)
  const on = { input: 'on', previous_response_id: kept.at(-1)?.id }
  expect((await ask.post('/responses', on)).status).toBe(200)
  const items = await base.database.kysely
    .selectFrom('response_items')
    .select('id')
    .where('response_id', '=', String(kept[0]?.id))
    .execute()
  expect(items).toEqual([])
})

it('does not parse millions of objects for a conversation that takes twenty', async () => {
  const ask = await start()
  const items = Array.from({ length: 20_001 }, () => ({}))
  const refused = { status: 400, error: { type: 'invalid_request_error' } }
  expect(await ask.post('/conversations', { items })).toMatchObject(refused)
  await rig.close()
  rig = await gatewayRig({ channels: [channel()], db: base.database.kysely })
  const wide = caller(rig, testKey)
  const parsed = vi.spyOn(JSON, 'parse')
  const answer = await wide.post('/conversations', { items: Array(100_001).fill({}) })
  const lengths = parsed.mock.calls.map(([text]) => String(text).length)
  parsed.mockRestore()
  expect(answer).toMatchObject(refused)
  expect(Math.max(0, ...lengths.filter((length) => length > 10_000))).toBe(0)
})
