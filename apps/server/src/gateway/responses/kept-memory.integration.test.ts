import { objectsIn } from '@posthouse/llm/bytes/fields'
import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { channel, testKey, until } from '../tests/rig/gateway-rig.ts'
import { caller, type Told } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'

/* What is read for a request is counted in its memory before it is held, and no longer than it lasts. */

const { stand } = keptRigs(testDatabase)
const mebibyte = 1024 * 1024
const limit = 8 * mebibyte

const start = () =>
  stand({
    channels: [channel({ plugin: { dialects: ['openai-chat'] } })],
    settings: { ProcessMemoryLimit: limit },
  })

/** Everything that reads what is kept, of what one mebibyte stands for. */
async function readers(ask: ReturnType<typeof caller>) {
  const long = 'x'.repeat(mebibyte)
  const first = await ask.create({ input: long })
  const [message] = objectsIn(first.fields['output'])
  const items = [{ type: 'message', role: 'user', content: long }]
  const { fields } = await ask.post('/conversations', { items })
  const conversation = String(fields['id'])
  const inside = await ask.create({ input: 'on', conversation })
  const on = { input: 'on' }
  const all: Readonly<Record<string, () => Promise<Told>>> = {
    chain: () => ask.post('/responses', { ...on, previous_response_id: first.id }),
    conversation: () => ask.post('/responses', { ...on, conversation }),
    'a turn after a conversation': () =>
      ask.post('/responses', { ...on, previous_response_id: inside.id }),
    'a named item': () =>
      ask.post('/responses', { input: [{ type: 'item_reference', id: message?.['id'] }] }),
    'input items': () => ask.get(`/responses/${first.id}/input_items`),
    'items of a conversation': () => ask.get(`/conversations/${conversation}/items?order=asc`),
  }
  return all
}

test('it is refused with 503 while there is no room, and nothing of it stays counted', async () => {
  const { parts, url } = await start()
  const all = await readers(caller({ url }, testKey))
  await until(() => parts.memory.held() === 0)
  const other = parts.memory.lease()
  const taken = limit - mebibyte / 2
  other.count(taken)
  for (const [name, read] of Object.entries(all)) {
    const { status, headers, error } = await read()
    expect([name, status, error['code']]).toEqual([name, 503, 'server_memory'])
    expect(headers.get('retry-after')).toBe('5')
    await until(() => parts.memory.held() === taken)
  }
  other.release()
  for (const [name, read] of Object.entries(all)) {
    expect([name, (await read()).status]).toEqual([name, 200])
    await until(() => parts.memory.held() === 0)
  }
})

test('a response that is shown is counted, and so is what grows of a name', async () => {
  const { parts, url } = await start()
  const ask = caller({ url }, testKey)
  const words = '[[sandbox: words=40000]]'
  const { id, fields } = await ask.create({ input: words })
  const [message] = objectsIn(fields['output'])
  const named = { type: 'item_reference', id: message?.['id'] }
  const other = parts.memory.lease()
  other.count(limit - 1_024)
  expect((await ask.get(`/responses/${id}`)).status).toBe(503)
  other.release()
  expect((await ask.get(`/responses/${id}`)).status).toBe(200)
  const grown = await ask.post('/responses', { input: Array.from({ length: 60 }, () => named) })
  expect(grown).toMatchObject({ status: 503, error: { code: 'server_memory' } })
  expect((await ask.post('/responses', { input: [named] })).status).toBe(200)
  await until(() => parts.memory.held() === 0)
})
