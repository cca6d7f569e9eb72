import type { ModelFactsEntry } from '@posthouse/contract/model-facts-entry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, channel, onePerToken, until } from '../rig/gateway-rig.ts'
import { rigs } from '../rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from '../rig/scripted-supplier.ts'

/* Usage as suppliers report it is charged as it is, however far above the plain request it may be. */

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

type Case = {
  readonly answer: object
  readonly path?: string
  readonly more: Readonly<Record<string, unknown>>
  readonly made?: Parameters<typeof channel>[0]
  readonly facts?: Omit<ModelFactsEntry, 'models'>
  readonly headers?: Record<string, string>
}

/** The usage row of a call that is answered so. */
async function charged({ answer, path, more, made = {}, facts = {}, headers }: Case) {
  const rig = await stand({
    facts: [{ models: ['*'], ...facts }],
    channels: [channel({ type: 8, baseUrl: supplier.url, ...made })],
    prices: [{ ...onePerToken, model: '*' }],
    balance: 100_000_000n,
  })
  supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
  const response = await ask(rig, {
    more,
    ...(path !== undefined && { path }),
    ...(headers !== undefined && { headers }),
  })
  await response.arrayBuffer()
  expect(response.status).toBe(200)
  await until(() => rig.ledger.ends().length === 1)
  const row = rig.ledger.ends()[0]?.usage
  return {
    outcome: row?.['outcome'],
    input: Number(row?.['input_tokens']),
    output: Number(row?.['output_tokens']),
  }
}

const vectors = (prompt_tokens: number) => ({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.5] }],
  usage: { prompt_tokens, total_tokens: prompt_tokens },
})

describe('a batch', () => {
  const input = Array.from({ length: 100 }, () => 'word '.repeat(500))

  it.each([8_192, 2_048])('has a context of %s for each of its texts', async (context) => {
    const path = '/v1/embeddings'
    const facts = { context }
    expect(await charged({ path, more: { input }, answer: vectors(50_000), facts })).toMatchObject({
      input: 50_000,
    })
  })
})

describe('a rerank', () => {
  it('reads its query again with each document', async () => {
    const documents = Array.from({ length: 100 }, (_, at) => `document ${at}`)
    const answer = {
      results: [{ index: 0, relevance_score: 0.5 }],
      usage: { total_tokens: 101_000 },
    }
    const more = { query: 'word '.repeat(800), documents }
    const path = '/v1/rerank'
    expect(await charged({ path, more, answer, facts: { context: 1_024 } })).toMatchObject({
      input: 101_000,
    })
  })
})

describe('a rerank without a report', () => {
  it('is charged its query for each document', async () => {
    const documents = Array.from({ length: 100 }, () => 'doc')
    const answer = { results: [{ index: 0, relevance_score: 0.5 }] }
    const input = async (query: string) => {
      const more = { query, documents }
      return (await charged({ path: '/v1/rerank', more, answer, facts: {} })).input
    }
    // Where the encoding is unknown a token is three bytes: 300 bytes more are read a hundred times.
    expect((await input('a'.repeat(600))) - (await input('a'.repeat(300)))).toBe(10_000)
  })
})

describe('beside the totals', () => {
  it('what a compaction used is charged', async () => {
    const answer = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'so it was' }],
      stop_reason: 'end_turn',
      usage: {
        input_tokens: 2_000,
        output_tokens: 100,
        iterations: [
          { type: 'compaction', input_tokens: 18_000, output_tokens: 350 },
          { type: 'message', input_tokens: 2_000, output_tokens: 100 },
        ],
      },
    }
    const more = {
      max_tokens: 100,
      messages: [{ role: 'user', content: 'word '.repeat(4_000) }],
      context_management: { edits: [{ type: 'compact_20260112' }] },
    }
    const made = { plugin: { dialects: ['anthropic-messages'] } }
    expect(await charged({ path: '/v1/messages', more, answer, made })).toEqual({
      outcome: 'complete',
      input: 20_000,
      output: 450,
    })
  })

  it.each([undefined, 'No.'])('a blocked prompt has no output (%s)', async (said) => {
    const answer = {
      promptFeedback: {
        blockReason: 'SAFETY',
        ...(said !== undefined && { blockReasonMessage: said.repeat(200) }),
      },
      usageMetadata: { promptTokenCount: 300, totalTokenCount: 300 },
    }
    const made = { plugin: { dialects: ['gemini'] } }
    const right = { outcome: 'complete', input: 300, output: 0 }
    expect(await charged({ more: {}, answer, made })).toEqual(right)
    const path = '/v1beta/models/sandbox%2Fchat:generateContent'
    const more = { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }
    expect(await charged({ path, more, answer, made })).toEqual(right)
  })
})

describe('input that the plain body does not hold', () => {
  const completion = (prompt_tokens: number) => ({
    choices: [{ index: 0, message: { role: 'assistant', content: 'so' }, finish_reason: 'stop' }],
    usage: { prompt_tokens, completion_tokens: 1, total_tokens: prompt_tokens + 1 },
  })
  const facts = { context: 128_000 }

  it.each([
    { enable_search: true },
    { plugins: [{ id: 'web' }] },
    { web_search_options: {} },
    { tools: [{ type: 'web_search' }], overwrite: true },
    { data_sources: [{ type: 'azure_search' }] },
    { knowledge_base: 'kb-1' },
    { per_model: true, 'sandbox/chat': { enable_search: true } },
  ])('is added by the channel: %j', async (bodyParameters) => {
    const answer = completion(12_000)
    const made = { bodyParameters }
    expect(await charged({ more: {}, answer, facts, made })).toMatchObject({ input: 12_000 })
  })

  it('is counted in the body that was sent', async () => {
    const instructions = 'word '.repeat(8_000)
    const made = { bodyParameters: { instructions } }
    const more = { input: 'hello' }
    const answer = {
      object: 'response',
      status: 'completed',
      output: [
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'so', annotations: [] }],
        },
      ],
      usage: { input_tokens: 10_000, output_tokens: 1, total_tokens: 10_001 },
    }
    const plugin = { dialects: ['openai-responses'] }
    expect(
      await charged({ path: '/v1/responses', more, answer, facts, made: { ...made, plugin } }),
    ).toMatchObject({ input: 10_000 })
  })

  it.each(['sandbox/chat:online', '@preset/careful'])('is brought by the name %s', async (name) => {
    const made = { mapping: new Map([['sandbox/chat', { forwarded: name, priceRequested: true }]]) }
    const answer = completion(12_000)
    expect(await charged({ more: {}, answer, facts, made })).toMatchObject({ input: 12_000 })
  })

  it.each([
    ['own_prompt', 12_000, 12_000],
    ['own_prompt', 300_000, 128_000],
    ['as_reported', 300_000, 300_000],
  ])('is what a channel says of its upstream: %s', async (input_usage, reported, right) => {
    const answer = completion(reported)
    const made = { plugin: { input_usage } }
    expect(await charged({ more: {}, answer, facts, made })).toMatchObject({ input: right })
  })

  it('is not where nothing brings any', async () => {
    const { input } = await charged({ more: { temperature: 1 }, answer: completion(12_000), facts })
    expect(input).toBeLessThan(5_000)
  })
})

it('a beta of Anthropic widens the context', async () => {
  const answer = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'so' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 260_000, output_tokens: 1 },
  }
  const made = { plugin: { dialects: ['anthropic-messages'] }, preCost: 3 } as const
  const more = { max_tokens: 9, messages: [{ role: 'user', content: 'word '.repeat(260_000) }] }
  const asked = { path: '/v1/messages', more, answer, made, facts: { context: 200_000 } }
  const headers = { 'anthropic-beta': 'x-2025-01-01,context-1m-2025-08-07' }
  expect(await charged({ ...asked, headers })).toMatchObject({ input: 260_000 })
  expect(await charged(asked)).toMatchObject({ input: 200_000 })
})
