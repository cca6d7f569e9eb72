import { channelTypes } from '@posthouse/contract/channel-type'
import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { supplierOf, supplierTypes } from '@posthouse/llm/suppliers/suppliers'
import { describe, expect, it, test } from 'vitest'
import type { Outgoing } from './outgoing.ts'
import { asked, sentTo } from '../gateway/tests/rig/sent-to.ts'

/*
 * The request that leaves for each supplier: address, headers and body, as its documentation has them.
 * The client speaks OpenAI's chat dialect, or the one that is named.
 */

const bearer = { authorization: 'Bearer the-key' }
const max = { max_completion_tokens: 99 }
const old = { max_tokens: 99 }

describe('a client of OpenAI’s chat dialect', () => {
  it.each([
    [1, 'https://api.openai.com', 'https://api.openai.com/v1/chat/completions', bearer, max],
    [8, 'https://own.example/v4', 'https://own.example/v4/chat/completions', bearer, max],
    [20, 'https://openrouter.ai/api', 'https://openrouter.ai/api/v1/chat/completions', bearer, max],
    [28, 'https://api.deepseek.com', 'https://api.deepseek.com/v1/chat/completions', bearer, old],
    [39, 'http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/chat/completions', bearer, old],
    [
      3,
      'https://mine.openai.azure.com',
      'https://mine.openai.azure.com/openai/deployments/m-1/chat/completions?api-version=2024-10-21',
      { 'api-key': 'the-key' },
      max,
    ],
    [
      55,
      'https://mine.openai.azure.com',
      'https://mine.openai.azure.com/openai/v1/chat/completions',
      { 'api-key': 'the-key' },
      max,
    ],
  ])('goes to type %d as it came', async (type, baseUrl, url, headers, limit) => {
    const sent = await sentTo({ type, baseUrl })
    expect(sent.url).toBe(url)
    expect(sent.headers).toMatchObject({ ...headers, 'openai-beta': 'assistants=v2' })
    const { max_completion_tokens: _, ...rest } = asked
    expect(sent.body).toEqual({ ...rest, ...limit })
  })

  it.each([
    [{}, { include_usage: true }],
    [{ stream_options: null }, { include_usage: true }],
    [{ stream_options: {} }, { include_usage: true }],
    [{ stream_options: { include_usage: false } }, { include_usage: true }],
    [
      { stream_options: { include_obfuscation: false, other: [{}] } },
      { include_obfuscation: false, other: [{}], include_usage: true },
    ],
  ])('gets the usage of a stream reported: %j', async (given, sent) => {
    const body = Buffer.from(JSON.stringify({ ...asked, stream: true, ...given }))
    const { body: leaving } = await sentTo({ type: 8 }, { body, stream: true })
    expect(leaving).toEqual({ ...asked, stream: true, stream_options: sent })
  })

  it('goes to Anthropic in its words', async () => {
    const sent = await sentTo({ type: 14, baseUrl: 'https://api.anthropic.com' })
    expect(sent.url).toBe('https://api.anthropic.com/v1/messages')
    expect(sent.headers).toMatchObject({
      'x-api-key': 'the-key',
      'anthropic-version': '2023-06-01',
    })
    // What the client said to OpenAI means nothing here.
    expect(sent.headers).not.toHaveProperty('anthropic-beta')
    expect(sent.headers).not.toHaveProperty('openai-beta')
    expect(sent.body).toMatchObject({ model: 'm-1', max_tokens: 99 })
  })

  it.each([
    [false, ':generateContent'],
    [true, ':streamGenerateContent?alt=sse'],
  ])('goes to Gemini in its words, streamed: %s', async (stream, action) => {
    const baseUrl = 'https://generativelanguage.googleapis.com'
    const sent = await sentTo({ type: 25, baseUrl }, { stream })
    expect(sent.url).toBe(`${baseUrl}/v1beta/models/m-1${action}`)
    expect(sent.headers).toMatchObject({ 'x-goog-api-key': 'the-key' })
    expect(sent.body).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
      generationConfig: { maxOutputTokens: 99 },
    })
  })
})

describe('Amazon Bedrock', () => {
  const baseUrl = 'https://bedrock-runtime.us-east-1.amazonaws.com'
  const model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
  const path = '/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0'
  const key = 'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-east-1'

  it.each([
    [false, 'converse', 'application/json'],
    [true, 'converse-stream', 'application/vnd.amazon.eventstream'],
  ])('is asked in Converse, streamed: %s', async (stream, action, accept) => {
    const sent = await sentTo({ type: 32, baseUrl }, { stream }, model)
    expect(sent.url).toBe(`${baseUrl}${path}/${action}`)
    expect(sent.headers).toMatchObject({ ...bearer, accept, 'content-type': 'application/json' })
    expect(sent.body).toEqual({
      messages: [{ role: 'user', content: [{ text: 'hello' }] }],
      inferenceConfig: { maxTokens: 99 },
    })
  })

  it('gets calls that are signed, and no secret', async () => {
    const headers = { 'x-amz-own': 'a', 'x-own': 'b' }
    const sent = await sentTo({ type: 32, baseUrl, headers }, {}, model, key)
    expect(sent.headers).toMatchObject({ ...headers, 'x-amz-date': '20261123T000000Z' })
    expect(sent.headers['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20261123\/us-east-1\/bedrock\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-own, Signature=[0-9a-f]{64}$/,
    )
    expect(JSON.stringify(sent)).not.toContain('wJalrXUtnFEMI')
  })

  it('is held to what the wallet affords, whatever a channel sets', async () => {
    const bodyParameters = { inferenceConfig: { maxTokens: 5_000, topP: 0.5 }, overwrite: true }
    const sent = await sentTo({ type: 32, baseUrl, bodyParameters }, {}, model)
    expect(sent.body).toHaveProperty('inferenceConfig', { maxTokens: 99, topP: 0.5 })
  })
})

describe('of two limits the smaller one, which is held, leaves', () => {
  const limits = ['max_completion_tokens', 'max_tokens'] as const
  const both = (young: number, more: object = {}): Partial<Outgoing> => ({
    body: Buffer.from(
      JSON.stringify({ ...asked, max_completion_tokens: young, max_tokens: 106 - young, ...more }),
    ),
    outputLimit: 7,
    outputLimitFields: limits,
  })

  it.each([
    ['in both fields', 8, 99, { max_completion_tokens: 7, max_tokens: 7 }],
    ['in both fields', 8, 7, { max_completion_tokens: 7, max_tokens: 7 }],
    ['in the one that is known', 28, 99, { max_tokens: 7 }],
    ['in words of Anthropic', 901, 99, { max_tokens: 7 }],
    ['in words of Anthropic', 901, 7, { max_tokens: 7 }],
  ])('%s, to type %d, beside %d', async (_where, type, young, expected) => {
    const { body } = await sentTo({ type, baseUrl: 'https://own.example' }, both(young))
    const sent = Object.entries(body ?? {}).filter(([name]) => limits.some((one) => one === name))
    expect(Object.fromEntries(sent)).toEqual(expected)
  })
})

describe('what lets another model or another address answer', () => {
  const others = { models: ['dear'], fallbacks: [{}], api_base: 'http://a', base_url: 'http://b' }
  const baseUrl = 'https://own.example'
  const types: Readonly<Record<DialectName, number>> = {
    'openai-chat': 20,
    'openai-responses': 1,
    'anthropic-messages': 901,
    gemini: 902,
  }
  const bodies: Readonly<Record<DialectName, object>> = {
    'openai-chat': asked,
    'openai-responses': { model: 'm-1', input: 'a' },
    'anthropic-messages': {
      model: 'm-1',
      max_tokens: 99,
      messages: [{ role: 'user', content: 'a' }],
    },
    gemini: { contents: [{ role: 'user', parts: [{ text: 'a' }] }] },
  }
  const askedIn = (dialect: DialectName): Partial<Outgoing> => ({
    dialect,
    body: Buffer.from(JSON.stringify({ ...bodies[dialect], ...others })),
  })

  it.each(dialectNames.flatMap((from) => dialectNames.map((to) => [from, to] as const)))(
    'does not leave, and is named, from a client of %s to a supplier of %s',
    async (from, to) => {
      const plugin = { dialects: [to] }
      const sent = await sentTo({ type: types[to], baseUrl, plugin }, askedIn(from))
      for (const name of Object.keys(others)) expect(sent.body).not.toHaveProperty(name)
      // Gemini's names have two spellings.
      const dropped = sent.dropped.map((name) => name.replace(/[A-Z]/, (big) => `_${big}`))
      expect(dropped.map((name) => name.toLowerCase())).toEqual(
        expect.arrayContaining(Object.keys(others)),
      )
    },
  )

  it('does not leave of a request for vectors, however it is written', async () => {
    const sent = await sentTo(
      { type: 20, baseUrl },
      {
        operation: 'embed',
        body: Buffer.from(String.raw`{"model":"m-1","input":"a","\u006dodels":["dear"]}`),
        outputLimit: null,
        outputLimitFields: [],
      },
    )
    expect(sent.body).toEqual({ model: 'm-1', input: 'a' })
    expect(sent.dropped).toEqual(['models'])
  })

  it.each([false, true])(
    'leaves where the channel says so (overwriting: %s)',
    async (overwrite) => {
      const bodyParameters = { models: ['cheap'], overwrite }
      const sent = await sentTo({ type: 20, baseUrl, bodyParameters }, askedIn('openai-chat'))
      expect(sent.body).toHaveProperty('models', ['cheap'])
      expect(sent.body).not.toHaveProperty('fallbacks')
    },
  )
})

it('holds Gemini to what the wallet affords, however the limit is spelt', async () => {
  const generation_config = { max_output_tokens: 9_000, maxOutputTokens: 9_000, topK: 1 }
  const asked: Partial<Outgoing> = {
    dialect: 'gemini',
    body: Buffer.from(JSON.stringify({ contents: [], generation_config })),
    outputCap: 5,
    outputLimitFields: ['max_output_tokens'],
  }
  const sent = await sentTo(
    { type: 25, baseUrl: 'https://generativelanguage.googleapis.com' },
    asked,
  )
  expect(sent.body).toEqual({ contents: [], generationConfig: { maxOutputTokens: 5, topK: 1 } })
})

describe('vectors', () => {
  const asked: Partial<Outgoing> = {
    operation: 'embed',
    body: Buffer.from('{"model":"m-1","input":"a"}'),
    outputLimit: null,
    outputLimitFields: [],
  }
  const content = { parts: [{ text: 'a' }] }

  it.each([
    [25, {}, ':batchEmbedContents', { requests: [{ model: 'models/m-1', content }] }],
    [902, { dialect: 'gemini', single: true }, ':embedContent', { content }],
  ] as const)('are asked of type %d in its words', async (type, more, action, body) => {
    const own = 'single' in more ? { body: Buffer.from(JSON.stringify({ content })) } : {}
    const sent = await sentTo({ type, baseUrl: 'https://a.example' }, { ...asked, ...more, ...own })
    expect(sent.url).toBe(`https://a.example/v1beta/models/m-1${action}`)
    expect(sent.body).toEqual(body)
  })

  it('are asked of those who speak chat in OpenAI’s', async () => {
    const sent = await sentTo({ type: 1, baseUrl: 'https://api.openai.com' }, asked)
    expect(sent.url).toBe('https://api.openai.com/v1/embeddings')
    expect(sent.body).toEqual({ model: 'm-1', input: 'a' })
  })
})

describe('a client of Anthropic’s messages', () => {
  const messages: Partial<Outgoing> = {
    dialect: 'anthropic-messages',
    body: Buffer.from(
      '{"model":"m-1","max_tokens":99,"unknown":[1.0],"messages":[{"role":"user","content":"a"}]}',
    ),
    outputLimitFields: ['max_tokens'],
  }

  it.each([
    [14, 'https://api.anthropic.com', 'https://api.anthropic.com/v1/messages'],
    [28, 'https://api.deepseek.com', 'https://api.deepseek.com/anthropic/v1/messages'],
    [901, 'https://own.example', 'https://own.example/v1/messages'],
  ])('goes to type %d byte for byte, with its beta', async (type, baseUrl, url) => {
    const sent = await sentTo({ type, baseUrl }, messages)
    expect(sent.url).toBe(url)
    expect(sent.headers).toMatchObject({ 'anthropic-beta': 'context-1m' })
    expect(sent.body).toHaveProperty('unknown', [1])
  })

  it('goes to OpenAI as Responses', async () => {
    const sent = await sentTo({ type: 1, baseUrl: 'https://api.openai.com' }, messages)
    expect(sent.url).toBe('https://api.openai.com/v1/responses')
    expect(sent.body).toMatchObject({ model: 'm-1', max_output_tokens: 99 })
    expect(sent.body).not.toHaveProperty('unknown')
  })
})

test('whoever may be a channel’s supplier is known, and nobody else', () => {
  expect(supplierTypes).toEqual(channelTypes.map(({ number }) => number))
})

describe('no supplier', () => {
  it('learns who the client is', async () => {
    // What leaves first of those whose keys are exchanged is no call: they are asked in `vertex.integration.test.ts`.
    const direct = channelTypes.filter(({ number }) => supplierOf(number).exchange === undefined)
    for (const { number: type } of direct) {
      const { headers } = await sentTo({ type, baseUrl: 'https://a.example' })
      expect(JSON.stringify(headers)).not.toMatch(/of the client|session=secret|client\/1/)
    }
  })

  it('is called elsewhere by a model’s name', async () => {
    for (const forwarded of ['..', '../../secret', 'a/../../b', '?key=1', '#x']) {
      const target = { type: 3, baseUrl: 'https://mine.example' }
      const { url } = await sentTo(target, {}, forwarded)
      expect(new URL(url).pathname).toMatch(/^\/openai\/deployments\/[^/]+\/chat\/completions$/)
    }
  })
})
