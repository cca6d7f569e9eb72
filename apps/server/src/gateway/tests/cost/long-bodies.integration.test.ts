import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { answerPartsMax } from '@posthouse/llm/canonical/answer-bounds'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inlineBytesMax } from '../../../codec/threads/inline-bytes.ts'
import { pathOf, requestOf } from '../conformance/ask-cell.ts'
import { channel, testKey } from '../rig/gateway-rig.ts'
import type { ToCrowd } from '../rig/crowd-worker.ts'
import { heard, longestJson } from './longest-json.ts'
import { type CostStand, costStand } from './stand.ts'

/*
 * A long body, answer or frame is parsed and written in a thread: the event loop never works on more JSON at once
 * than on the longest body that is handled inline.
 */

const letters = 1_000_000
/** The text of a frame is bounded by itself: `frameTextMax`. */
const frameKinds = ['picture', 'objects'] as const
/** The field where a supplier of each dialect has its answer, and the type of its channel. */
const suppliers = [
  ['choices', 8],
  ['content', 14],
  ['candidates', 25],
] as const

let stand: CostStand

beforeAll(async () => {
  stand = await costStand((supplier) => ({
    settings: { FetchAllowedHosts: 'localhost' },
    channels: [
      ...suppliers.flatMap(([field, type]) => [
        channel({ type, baseUrl: supplier, models: [`m-${field}`] }),
        channel({ type, baseUrl: `${supplier}/${field}/${letters}`, models: [`m-long-${field}`] }),
      ]),
      channel({ type: 8, baseUrl: `${supplier}/calls/9/`, models: ['m-streamed'] }),
      ...partCounts.map((count) =>
        channel({ type: 8, baseUrl: `${supplier}/calls/${count}`, models: [`m-${count}`] }),
      ),
      ...dialectNames.flatMap((dialect) =>
        frameKinds.map((kind) =>
          channel({
            type: 8,
            baseUrl: `${supplier}/frame/${dialect}/${kind}`,
            plugin: { dialects: [dialect] },
            models: [`m-${dialect}-${kind}`],
          }),
        ),
      ),
    ],
  }))
})
afterAll(() => stand.close())

const asked = (path: string, body: object, more: Partial<ToCrowd> = {}): ToCrowd => ({
  url: `${stand.rig.url}${path}`,
  key: testKey,
  body: JSON.stringify(body),
  letters,
  ...more,
})

async function expectShort(message: ToCrowd): Promise<void> {
  expect(await longestJson(stand.client, message)).toBeLessThanOrEqual(inlineBytesMax)
  expect(stand.rig.errors).toEqual([])
}

const chat = '/v1/chat/completions'
const short = [{ role: 'user', content: 'hi' }]
const many = (size: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`f${index}`, value]))
const fields = many(30_000, {})
const chatTool = { type: 'function', function: { name: 'f', parameters: fields } }
const responsesTool = { type: 'function', name: 'f', parameters: fields }
const worded = { type: 'function', name: 'f', description: '*' }
const response = { model: 'm-streamed', input: 'hi', store: false }

const bodies: Readonly<Record<string, readonly [path: string, body: object]>> = {
  'a tool for another dialect': [chat, { model: 'm-content', messages: short, tools: [chatTool] }],
  'unknown fields': [chat, { model: 'm-content', messages: short, other: many(40_000, 1) }],
  'options of a stream': [
    chat,
    { model: 'm-streamed', messages: short, stream: true, stream_options: many(40_000, 1) },
  ],
  'a tool that a response repeats': [
    '/v1/responses',
    { ...response, model: 'm-choices', tools: [responsesTool] },
  ],
  'a tool that a stream repeats': ['/v1/responses', { ...response, stream: true, tools: [worded] }],
  'vectors for another dialect': [
    '/v1/embeddings',
    { model: 'm-candidates', input: 'hi', others: Array.from({ length: 200_000 }, () => 1) },
  ],
}

describe('a long request', () => {
  it.each(suppliers)('is read and written in a thread: for %s', async (field) => {
    const messages = [{ role: 'user', content: '*' }]
    await expectShort(asked(chat, { model: `m-${field}`, max_tokens: 9, messages }))
  })

  it.each(Object.entries(bodies))(
    'is read and written in a thread: %s',
    async (_, [path, body]) => {
      await expectShort(asked(path, body))
    },
  )

  it('is written in a thread when fetched pictures made it long', async () => {
    const url = `http://localhost:${stand.supplierPort}/picture`
    const content = [{ type: 'image_url', image_url: { url } }]
    const messages = [{ role: 'user', content }]
    await expectShort(asked(chat, { model: 'm-candidates', max_tokens: 9, messages }))
  })
})

describe('a long answer', () => {
  it.each(suppliers)('is read and written in a thread: with %s', async (field) => {
    await expectShort(asked(chat, { model: `m-long-${field}`, messages: short }))
    const messages = { model: `m-long-${field}`, messages: short, max_tokens: 9 }
    await expectShort(asked('/v1/messages', messages))
  })
})

/** A client of the same dialect, and one of another. */
const clientsOf = (supplier: DialectName): readonly DialectName[] => {
  const at = dialectNames.indexOf(supplier)
  return [supplier, dialectNames[(at + 1) % dialectNames.length] ?? supplier]
}

describe.each(dialectNames.flatMap((from) => clientsOf(from).map((to) => [from, to] as const)))(
  'a long frame of %s for %s',
  (supplier, client) => {
    it.each(frameKinds)('is read and written in a thread: %s', async (kind) => {
      const messages = [
        { role: 'user', parts: [{ kind: 'text', text: 'hi' }], name: null },
      ] as const
      const request = {
        ...requestOf({ messages, stream: true }, client),
        model: `m-${supplier}-${kind}`,
      }
      const { body } = dialects[client].asClient.body({ ...plainRequest, ...request })
      const priced = { headers: { 'x-posthouse-cost': '1' } }
      await expectShort(asked(pathOf(request), body, priced))
    })
  },
)

/*
 * Dialects that repeat an answer at its end write all of its parts at once: how many an answer may have is bounded.
 */
const partCounts = [answerPartsMax - 1, 3 * answerPartsMax]
const repeating = [
  ['/v1/responses', { input: 'hi', store: false }],
  ['/v1/messages', { messages: short, max_tokens: 100_000 }],
] as const

describe.each(repeating)('a stream of calls at %s', (path, more) => {
  it.each(partCounts)('has a bounded number of parts: %i', async (count) => {
    stand.client.postMessage(asked(path, { ...more, model: `m-${count}`, stream: true }))
    const told = await heard(stand.client)
    const text = 'text' in told ? told.text : ''
    expect(text.includes('too many parts')).toBe(count > answerPartsMax)
  })
})
