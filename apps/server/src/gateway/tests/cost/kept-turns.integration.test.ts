import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inlineBytesMax } from '../../../codec/threads/inline-bytes.ts'
import { channel, testKey, until } from '../rig/gateway-rig.ts'
import { longestJson } from './longest-json.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * The stored past of a call of Responses is long: the event loop neither parses nor writes it, whether it is
 * continued, stored or shown.
 */

const mebibyte = 1024 * 1024

let base: TestDatabase
let stand: CostStand

beforeAll(async () => {
  base = await testDatabase()
  stand = await costStand((baseUrl) => ({
    db: base.database.kysely,
    channels: [
      channel({ type: 8, baseUrl, models: ['m-short'] }),
      channel({ type: 8, baseUrl: `${baseUrl}/choices/${2 * mebibyte}`, models: ['m-long'] }),
      channel({ type: 14, baseUrl, models: ['m-counted'] }),
    ],
  }))
  await plant()
})
afterAll(async () => {
  await stand.close()
  await base.close()
})

const itemOf = (number: number, bytes: number) => ({
  type: 'message',
  id: `msg_${number}`,
  role: number % 2 === 0 ? 'user' : 'assistant',
  content: [
    {
      type: number % 2 === 0 ? 'input_text' : 'output_text',
      text: 'so it is. '.repeat(bytes / 10),
    },
  ],
})
const itemsOf = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, number) => itemOf(number, bytes))

const kept = {
  user_id: 1n,
  previous_id: '',
  conversation_id: '',
  conversation_last: 0n,
  channel_id: 0n,
  key_id: 0n,
  model: 'm-short',
  created_at: BigInt(Date.now()),
  expires_at: BigInt(Date.now() + 86_400_000),
}
const responseWith = (output: readonly object[]) =>
  JSON.stringify({ object: 'response', status: 'completed', output })

/** A chain, a conversation and a response with large items, as the gateway would have left them. */
async function plant(): Promise<void> {
  const db = base.database.kysely
  for (const turn of [1, 2]) {
    const input = JSON.stringify(itemsOf(1_000, 1_024))
    const previous_id = turn === 1 ? '' : `resp_${turn - 1}`
    const row = { ...kept, id: `resp_${turn}`, previous_id, input, response: responseWith([]) }
    await db.insertInto('responses').values(row).execute()
  }
  const long = { ...kept, id: 'resp_long', input: '[]' }
  const response = responseWith(itemsOf(2, mebibyte))
  await db
    .insertInto('responses')
    .values({ ...long, response })
    .execute()
  const items = itemsOf(2, mebibyte)
  const named = { ...long, id: 'resp_named', response: responseWith(items) }
  await db.insertInto('responses').values(named).execute()
  await db
    .insertInto('response_items')
    .values(items.map(({ id }) => ({ user_id: 1n, id, response_id: 'resp_named' })))
    .execute()
  const { user_id, created_at, expires_at } = kept
  await db
    .insertInto('conversations')
    .values({ user_id, id: 'conv_1', metadata: '{}', bytes: 0n, created_at, expires_at })
    .execute()
  for (let from = 0; from < 2_000; from += 1_000) {
    const rows = itemsOf(1_000, 1_024).map((item, at) => ({
      user_id,
      conversation_id: 'conv_1',
      id: `msg_${from + at}`,
      item: JSON.stringify(item),
    }))
    await db.insertInto('conversation_items').values(rows).execute()
  }
}

const long = 'so it is. '.repeat((2 * mebibyte) / 10)
const references = Array.from({ length: 2 }, (_, number) => ({
  type: 'item_reference',
  id: `msg_${number}`,
}))
const answered = { model: 'm-short', store: false }

/** What is long in a call, and the call. */
const calls: Readonly<Record<string, readonly [path: string, body: object | null]>> = {
  'a chain': ['responses', { ...answered, input: 'on', previous_response_id: 'resp_2' }],
  'a conversation': ['responses', { ...answered, input: 'on', conversation: 'conv_1' }],
  'named items': ['responses', { ...answered, input: references }],
  'what is asked in the background': [
    'responses',
    { model: 'm-short', input: long, background: true },
  ],
  'instructions in the background': [
    'responses',
    { model: 'm-short', input: 'x', instructions: long, background: true },
  ],
  'what is counted': [
    'messages/count_tokens',
    { model: 'm-counted', messages: [{ role: 'user', content: long }] },
  ],
  'an answer that is kept': ['responses', { model: 'm-long', input: 'x' }],
  'a response that is shown': ['responses/resp_long', null],
  'the input of a response': ['responses/resp_2/input_items?limit=100', null],
  'items of a conversation': ['conversations/conv_1/items?limit=100', null],
}

it.each(Object.entries(calls))('is worked on in a thread: %s', async (_, [path, body]) => {
  const url = `${stand.rig.url}/v1/${path}`
  const asked = { url, key: testKey, body: body === null ? null : JSON.stringify(body) }
  const longest = await longestJson(stand.client, asked, () =>
    until(() => stand.rig.gateway.openStreams() === 0, 20_000),
  )
  expect(stand.rig.errors).toEqual([])
  expect(longest).toBeLessThanOrEqual(inlineBytesMax)
})
