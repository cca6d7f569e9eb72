import type { Fields } from '@posthouse/llm/bytes/fields'
import { nobody } from '@posthouse/testkit/crowd'
import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { pruneResponses } from '../../jobs/prune-responses.ts'
import { channel, otherKey, type Rig, testKey } from '../tests/rig/gateway-rig.ts'
import { caller } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'

const { db, stand } = keptRigs(testDatabase)
let rig: Rig

async function start(limit = 1_000_000): Promise<ReturnType<typeof caller>> {
  rig = await stand({
    channels: [channel({ plugin: { dialects: ['anthropic-messages'] } })],
    settings: { RequestBodyLimit: limit },
  })
  return caller(rig, testKey)
}

const says = (content: string) => ({ type: 'message', role: 'user', content })

const textsIn = (page: Fields): unknown[] =>
  (page['data'] as { content: { text: string }[] }[]).map(({ content }) => content[0]?.text)

test('has items, and takes the turns that are made in it', async () => {
  const ask = await start()
  const { fields } = await ask.post('/conversations', {
    metadata: { topic: 'colours' },
    items: [says('my colour is mauve')],
  })
  const id = String(fields['id'])
  expect(fields).toMatchObject({ object: 'conversation', metadata: { topic: 'colours' } })
  const first = await ask.create({ input: 'and my number 77', conversation: { id } })
  expect(first.fields['conversation']).toEqual({ id })
  await ask.create({ input: 'well?', conversation: id, store: false, stream: true })
  const page = await ask.get(`/conversations/${id}/items?order=asc`)
  expect(textsIn(page.fields)).toEqual([
    'my colour is mauve',
    'and my number 77',
    first.text,
    'well?',
    expect.any(String),
  ])
  // A turn may also be gone on from without its conversation: what was said up to it is known.
  const beside = await ask.post('/responses/input_tokens', {
    input: 'x',
    previous_response_id: first.id,
  })
  const alone = await ask.post('/responses/input_tokens', { input: 'x' })
  expect(Number(beside.fields['input_tokens'])).toBeGreaterThan(
    Number(alone.fields['input_tokens']) + 10,
  )
})

test('is read and changed by its id', async () => {
  const ask = await start()
  const created = await ask.post('/conversations', {})
  const path = `/conversations/${String(created.fields['id'])}`
  expect((await ask.get(path)).fields).toEqual(created.fields)
  const changed = await ask.post(path, { metadata: { a: 'b' } })
  expect(changed.fields['metadata']).toEqual({ a: 'b' })
  const added = await ask.post(`${path}/items`, { items: [says('one'), says('two')] })
  expect(textsIn(added.fields)).toEqual(['one', 'two'])
  const item = String(added.fields['first_id'])
  expect((await ask.get(`${path}/items/${item}`)).fields).toMatchObject({ id: item })
  expect((await ask.delete(`${path}/items/${item}`)).fields).toEqual(changed.fields)
  expect((await ask.get(`${path}/items/${item}`)).status).toBe(404)
  expect(textsIn((await ask.get(`${path}/items`)).fields)).toEqual(['two'])
  expect((await ask.delete(path)).fields).toMatchObject({ deleted: true })
  expect((await ask.get(path)).status).toBe(404)
  expect(
    await ask.post('/responses', { input: 'x', conversation: created.fields['id'] }),
  ).toMatchObject({ status: 404, error: { code: 'conversation_not_found' } })
})

test('is the user’s own on every route', async () => {
  const ask = await start()
  const created = await ask.post('/conversations', { items: [says('a secret')] })
  const id = String(created.fields['id'])
  const path = `/conversations/${id}`
  const { fields } = await ask.get(`${path}/items`)
  const item = `${path}/items/${String(fields['first_id'])}`
  const other = caller(rig, otherKey)
  const refused = await Promise.all([
    other.get(path),
    other.post(path, { metadata: {} }),
    other.delete(path),
    other.get(`${path}/items`),
    other.post(`${path}/items`, { items: [says('x')] }),
    other.get(item),
    other.delete(item),
    other.post('/responses', { input: 'x', conversation: id }),
  ])
  expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(404))
  expect((await ask.get(`${path}/items`)).fields).toEqual(fields)
})

test('two turns that end together stand in it one after the other', async () => {
  const ask = await start()
  const { fields } = await ask.post('/conversations', {})
  const conversation = String(fields['id'])
  const inputs = ['left', 'right', 'middle']
  await Promise.all(inputs.map((input) => ask.create({ input, conversation })))
  const page = await ask.get(`/conversations/${conversation}/items?order=asc`)
  const texts = textsIn(page.fields)
  expect(texts).toHaveLength(6)
  expect(new Set(texts)).toEqual(new Set([...inputs, texts[1], texts[3], texts[5]]))
  for (const at of [0, 2, 4]) expect(inputs).toContain(texts[at])
})

test('is not larger than a request may be', async () => {
  const ask = await start(4_000)
  const { fields } = await ask.post('/conversations', {})
  const path = `/conversations/${String(fields['id'])}/items`
  expect((await ask.post(path, { items: [says('a'.repeat(2_500))] })).status).toBe(200)
  expect(await ask.post(path, { items: [says('b'.repeat(2_500))] })).toMatchObject({
    status: 400,
    error: { code: 'conversation_full' },
  })
  expect((await ask.get(path)).fields['data']).toHaveLength(1)
})

test.each([
  { items: 'x' },
  { items: [5] },
  { items: Array(21).fill(says('x')) },
  { items: [{ type: 'item_reference', id: 'msg_1' }] },
  { metadata: 5 },
  { metadata: { a: 5 } },
  { metadata: { a: 'x'.repeat(513) } },
])('refuses %j', async (body) => {
  const ask = await start()
  expect((await ask.post('/conversations', body)).status).toBe(400)
})

test('goes with its items once it has expired, or its user is gone', async () => {
  const ask = await start()
  await pruneResponses(db(), Date.now())
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const { fields } = await ask.post('/conversations', { items: [says('x')] })
      return String(fields['id'])
    }),
  )
  await db()
    .updateTable('conversations')
    .set({ expires_at: 5n })
    .where('id', '=', ids[0] ?? '')
    .execute()
  expect((await ask.get(`/conversations/${ids[0]}`)).status).toBe(404)
  expect(await pruneResponses(db(), Date.now())).toBe(1)
  const left = await db().selectFrom('conversation_items').select('conversation_id').execute()
  expect(left.map((row) => row.conversation_id)).not.toContain(ids[0])
  await db()
    .insertInto('users')
    .values({ ...nobody, id: 1n, deleted_at: 5n })
    .execute()
  expect(await pruneResponses(db(), Date.now())).toBeGreaterThan(0)
  expect(await db().selectFrom('conversations').selectAll().execute()).toEqual([])
  expect(await db().selectFrom('conversation_items').selectAll().execute()).toEqual([])
})
