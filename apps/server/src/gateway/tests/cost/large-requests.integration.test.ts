import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { channel, testKey } from '../rig/gateway-rig.ts'
import type { ToCrowd } from '../rig/crowd-worker.ts'
import { dearestAtBest, turnMaxMicros } from './dearest-turn.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * What is large in a body and no message stays in the thread that read it: the loop gets what the writer of the answer
 * reads, and no more.
 */

vi.setConfig({ testTimeout: 180_000 })

let stand: CostStand

beforeAll(async () => {
  stand = await costStand('crowd-worker', (supplier) => ({
    settings: { ProcessMemoryLimit: 2_000_000_000 },
    channels: [
      channel({ type: 8, baseUrl: supplier, models: ['m-choices'] }),
      channel({ type: 14, baseUrl: supplier, models: ['m-content'] }),
      channel({ type: 8, baseUrl: `${supplier}/calls/9/`, models: ['m-streamed'] }),
      channel({ type: 8, baseUrl: `${supplier}/choices/1000000`, models: ['m-long'] }),
    ],
  }))
})
afterAll(() => stand.close())

const times = <Value>(size: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: size }, (_, index) => make(index))
/** As many as a body may have. */
const fields = Object.fromEntries(times(90_000, (index) => [`f${index}`, {}]))
const names = Object.fromEntries(times(190_000, (index) => [`f${index}`, 1]))
const messages = [{ role: 'user', content: 'hi' }]
const tool = (parameters: object) => ({ name: 'f', parameters })
const chatTools = (parameters: object) => [{ type: 'function', function: tool(parameters) }]
const responsesTools = (parameters: object) => [{ type: 'function', ...tool(parameters) }]

const chat = '/v1/chat/completions'
const bodies: Readonly<Record<string, readonly [path: string, body: object]>> = {
  'a wide tool': [chat, { model: 'm-content', messages, tools: chatTools(fields) }],
  'a tool of many names': [chat, { model: 'm-content', messages, tools: chatTools(names) }],
  'fields without a word of ours': [chat, { model: 'm-content', messages, other: names }],
  'many tools with names of their own': [
    chat,
    {
      model: 'm-content',
      messages,
      tools: times(24_000, (index) => ({
        type: 'function',
        function: { name: `a tool ${index}` },
      })),
    },
  ],
  'many tools that nobody knows': [
    chat,
    { model: 'm-content', messages, tools: times(99_000, () => ({})) },
  ],
  'options of a stream': [
    chat,
    { model: 'm-streamed', messages, stream: true, stream_options: names },
  ],
  'a wide tool that a response repeats': [
    '/v1/responses',
    { model: 'm-choices', input: 'hi', store: false, tools: responsesTools(fields) },
  ],
  'a wide tool that a long response repeats': [
    '/v1/responses',
    { model: 'm-long', input: 'hi', store: false, tools: responsesTools(fields) },
  ],
  'a wide tool that a stream repeats': [
    '/v1/responses',
    { model: 'm-streamed', input: 'hi', store: false, stream: true, tools: responsesTools(fields) },
  ],
  'as much as a stream repeats': [
    '/v1/responses',
    {
      model: 'm-streamed',
      input: '*',
      store: false,
      stream: true,
      tools: responsesTools({ many: times(85_000, () => ({})) }),
    },
  ],
  'as much as is read beside others': [
    '/v1/responses',
    {
      model: 'm-streamed',
      input: 'hi',
      store: false,
      stream: true,
      tools: responsesTools({ many: times(85_000, () => ({})) }),
    },
  ],
  'long words that a stream repeats': [
    '/v1/responses',
    {
      model: 'm-streamed',
      input: 'hi',
      store: false,
      stream: true,
      tools: [{ type: 'function', name: 'f', description: '*' }],
    },
  ],
}

it.each(Object.entries(bodies))('a turn is short: %s', async (_, [path, body]) => {
  const message: ToCrowd = {
    url: `${stand.rig.url}${path}`,
    key: testKey,
    body: JSON.stringify(body),
    letters: 24_000_000,
  }
  const micros = await dearestAtBest(stand.client, message)
  expect(stand.rig.errors).toEqual([])
  expect(micros).toBeLessThanOrEqual(turnMaxMicros)
})
