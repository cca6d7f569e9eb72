import { Worker } from 'node:worker_threads'
import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { channel, gatewayRig, onePerToken, type Rig, testKey, until } from '../rig/gateway-rig.ts'
import { dearestAtBest, heard, turnMaxMicros } from './dearest-turn.ts'

/*
 * One turn of the event loop is short, too, when what a call of Responses goes on from is long, when what it
 * says is kept, and when that is asked for.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const mebibyte = 1024 * 1024

let base: TestDatabase
let rig: Rig
let client: Worker

beforeAll(async () => {
  client = new Worker(new URL('../rig/client-worker.ts', import.meta.url))
  const told = await heard(client)
  const baseUrl = 'supplier' in told ? told.supplier : ''
  base = await testDatabase()
  rig = await gatewayRig({
    db: base.database.kysely,
    balance: 10n ** 15n,
    prices: [{ ...onePerToken, model: 'm-*', channelType: 0 }],
    channels: [
      channel({ type: 8, baseUrl, models: ['m-short'] }),
      channel({ type: 8, baseUrl: `${baseUrl}/long`, models: ['m-long'] }),
      channel({ type: 14, baseUrl, models: ['m-counted'] }),
    ],
  })
  await plant()
})
afterAll(async () => {
  await client.terminate()
  await rig.close()
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
  for (const turn of [1, 2, 3, 4]) {
    const input = JSON.stringify(itemsOf(4_000, 1_024))
    const previous_id = turn === 1 ? '' : `resp_${turn - 1}`
    const row = { ...kept, id: `resp_${turn}`, previous_id, input, response: responseWith([]) }
    await db.insertInto('responses').values(row).execute()
  }
  const long = { ...kept, id: 'resp_long', input: '[]' }
  const response = responseWith(itemsOf(7, mebibyte))
  await db
    .insertInto('responses')
    .values({ ...long, response })
    .execute()
  const items = itemsOf(16, mebibyte)
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
  for (let from = 0; from < 20_000; from += 1_000) {
    const rows = itemsOf(1_000, 1_024).map((item, at) => ({
      user_id,
      conversation_id: 'conv_1',
      id: `msg_${from + at}`,
      item: JSON.stringify(item),
    }))
    await db.insertInto('conversation_items').values(rows).execute()
  }
}

const long = 'so it is. '.repeat((16 * mebibyte) / 10)
const references = Array.from({ length: 16 }, (_, number) => ({
  type: 'item_reference',
  id: `msg_${number}`,
}))
const answered = { model: 'm-short', store: false }

/** What is long in a call, and the call. */
const calls: Readonly<Record<string, readonly [path: string, body: object | null]>> = {
  'a chain': ['responses', { ...answered, input: 'on', previous_response_id: 'resp_4' }],
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
  'the input of a response': ['responses/resp_4/input_items?limit=100', null],
  'items of a conversation': ['conversations/conv_1/items?limit=100', null],
}

it.each(Object.entries(calls))('a turn is short: %s', async (_, [path, body]) => {
  const url = `${rig.url}/v1/${path}`
  const asked = { url, key: testKey, body: body === null ? null : JSON.stringify(body) }
  const micros = await dearestAtBest(client, asked, () =>
    until(() => rig.gateway.openStreams() === 0, 20_000),
  )
  expect(rig.errors).toEqual([])
  expect(micros).toBeLessThanOrEqual(turnMaxMicros)
})
