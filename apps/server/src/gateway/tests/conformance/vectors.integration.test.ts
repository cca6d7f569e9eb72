import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { parsedFields } from '@posthouse/llm/bytes/fields'
import { supplierOf, supplierTypes } from '@posthouse/llm/suppliers/suppliers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, onePerToken, type Rig, testKey, until } from '../rig/gateway-rig.ts'
import { rigs } from '../rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from '../rig/scripted-supplier.ts'
import { usageOfRow } from '../rig/usage-of-row.ts'

/* Vectors in every cell: each call that clients have for them, over every supplier that has them, on a real port. */

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

type Client = {
  readonly name: string
  readonly dialect: DialectName
  readonly path: string
  readonly body: object
  readonly texts: number
}

const contentOf = (text: string) => ({ parts: [{ text }] })
const clients: readonly Client[] = [
  {
    name: 'embeddings',
    dialect: 'openai-chat',
    path: '/v1/embeddings',
    body: { model: 'm', input: ['one two', 'three'] },
    texts: 2,
  },
  {
    name: 'embeddings in base64',
    dialect: 'openai-chat',
    path: '/v1/embeddings',
    body: { model: 'm', input: 'one two', encoding_format: 'base64' },
    texts: 1,
  },
  {
    name: 'embedContent',
    dialect: 'gemini',
    path: '/v1beta/models/m:embedContent',
    body: { content: contentOf('one two') },
    texts: 1,
  },
  {
    name: 'batchEmbedContents',
    dialect: 'gemini',
    path: '/v1beta/models/m:batchEmbedContents',
    body: { requests: ['one two', 'three'].map((text) => ({ content: contentOf(text) })) },
    texts: 2,
  },
]

/** The sandbox answers in the house: its vectors are asked for in `embeddings.integration.test.ts`. */
const inHouse = 900
const types = supplierTypes.filter(
  (type) => type !== inHouse && supplierOf(type).operations.includes('embed'),
)

/** Where each has them; everybody else at `/v1/embeddings`. */
const addresses: Readonly<Record<number, RegExp>> = {
  15: /^\/v2\/embeddings$/,
  17: /^\/compatible-mode\/v1\/embeddings$/,
  36: /^\/v2\/embed$/,
  54: /^\/serving-endpoints\/embeddings$/,
  907: /^\/v3\/embeddings$/,
  915: /^\/embeddings$/,
  3: /^\/openai\/deployments\/m\/embeddings\?api-version=2024-10-21$/,
  25: /^\/v1beta\/models\/m:(e|batchE)mbedContents?$/,
  55: /^\/openai\/v1\/embeddings$/,
  902: /^\/v1beta\/models\/m:(e|batchE)mbedContents?$/,
}

const cohereType = 36
const isGoogles = (type: number): boolean => supplierOf(type).speaks[0] === 'gemini'

const vectors = [
  [0.5, -1],
  [0.25, 2],
]

/** What a supplier of a type answers to a client; `tokens` null: it reports nothing. */
function play(type: number, { dialect, path, texts }: Client, tokens: number | null): void {
  const found = vectors.slice(0, texts)
  const isOne = dialect === 'gemini' && path.endsWith(':embedContent')
  const list = found.map((values) => ({ values }))
  const googles = isOne ? { embedding: list[0] } : { embeddings: list }
  const data = found.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  const answer =
    type === cohereType
      ? {
          embeddings: { float: found },
          ...(tokens !== null && { meta: { billed_units: { input_tokens: tokens } } }),
        }
      : isGoogles(type)
        ? { ...googles, ...(tokens !== null && { usageMetadata: { promptTokenCount: tokens } }) }
        : { object: 'list', model: 'm', data, ...(tokens !== null && { usage }) }
  supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
}

const before = (type: number): Promise<Rig> =>
  stand({
    channels: [channel({ type, models: ['m'], baseUrl: supplier.url })],
    prices: [{ ...onePerToken, model: 'm' }],
  })

async function ask(rig: Rig, { path, body }: Client) {
  const response = await rig.fetch(path, {
    method: 'POST',
    headers: { 'x-goog-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  await until(() => rig.ledger.ends().length === 1)
  const [end] = rig.ledger.ends()
  if (end?.kind !== 'settle') throw new Error(`it ended otherwise: ${response.status} ${text}`)
  return { status: response.status, answer: parsedFields(text) ?? {}, end }
}

/** Input as the client was told. */
const toldTo = ({ dialect }: Client, answer: Readonly<Record<string, unknown>>): bigint | null => {
  const field = dialects[dialect].asClient.embed?.usageField ?? ''
  const told = dialects[dialect].usage(answer[field])
  return told === null ? null : BigInt(told.usage.input)
}

describe.each(types)('over supplier %d', (type) => {
  it.each(clients)('$name: answered, priced and settled', async (client) => {
    play(type, client, 7)
    const rig = await before(type)
    const { status, answer, end } = await ask(rig, client)
    expect(status).toBe(200)
    const read = dialects[client.dialect].asClient.embed?.answer(answer).vectors
    expect(read).toEqual(vectors.slice(0, client.texts))
    expect(supplier.askedAt()).toMatch(addresses[type] ?? /^\/v1\/embeddings$/)
    expect(end.amount).toBe(7n)
    expect(end.usage).toMatchObject({
      input_tokens: 7n,
      output_tokens: 0n,
      usage_source: 'reported',
      outcome: 'complete',
      is_stream: 0n,
    })
    expect(Object.keys(usageOfRow(end.usage))).toEqual(['input'])
    expect(toldTo(client, answer)).toBe(7n)
  })
})

describe.each([8, 25])('a supplier %d whose report is not there, or cannot be', (type) => {
  it.each(clients)('$name: counted, and nobody is told another figure', async (client) => {
    for (const tokens of [null, -5]) {
      play(type, client, tokens)
      const { answer, end } = await ask(await before(type), client)
      const outcome = tokens === null ? 'complete-counted' : 'complete-absurd'
      expect(end.usage).toMatchObject({ usage_source: 'counted', outcome })
      expect(end.amount).toBeGreaterThan(0n)
      const told = toldTo(client, answer)
      // Gemini's clients are told nothing where their supplier said nothing.
      expect(told).toBe(client.dialect === 'gemini' && tokens === null ? null : end.amount)
    }
  })
})
