import { openTokenService, type TokenService } from '@posthouse/testkit/google-tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Channel } from '../../domain/channels/channel.ts'
import { testChannel } from '../../channel-tests/test-channel.ts'
import { channel, onePerToken, type Rig, testKey, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/* Vertex AI: a service account is exchanged for an access token, and two vendors' models are asked in their own words. */

const stand = rigs()
let supplier: ScriptedSupplier
let tokens: TokenService

beforeEach(async () => {
  supplier = await scriptedSupplier()
  tokens = await openTokenService()
})
afterEach(async () => {
  await supplier.close()
  await tokens[Symbol.asyncDispose]()
})

const models = ['gemini-3.8-flash', 'claude-sonnet-4-5@20250929']
const [gemini = '', claude = ''] = models

const vertex = (more: Partial<Channel> = {}): Channel =>
  channel({
    type: 42,
    baseUrl: supplier.url,
    other: 'us-central1|',
    models,
    keys: [{ id: 5n, secret: tokens.key, enabled: true }],
    ...more,
  })

const open = (...channels: readonly Channel[]): Promise<Rig> =>
  stand({ channels, prices: models.map((model) => ({ ...onePerToken, model })) })

const geminis = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Rain.' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 2, totalTokenCount: 9 },
  modelVersion: gemini,
  responseId: 'r-1',
}
const claudes = {
  id: 'msg_vrtx_1',
  type: 'message',
  role: 'assistant',
  model: claude,
  content: [{ type: 'text', text: 'Rain.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 7, output_tokens: 2 },
}
const play = (answer: object): void =>
  supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })

async function ask(rig: Rig, model: string, path = '/v1/chat/completions', more: object = {}) {
  const response = await rig.fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model,
      max_tokens: 99,
      messages: [{ role: 'user', content: 'Weather?' }],
      ...more,
    }),
  })
  return { status: response.status, text: await response.text() }
}

const place = '/v1/projects/the-project/locations/us-central1/publishers'

describe('a request that leaves', () => {
  it('goes to Gemini in its words, with the token', async () => {
    play(geminis)
    const rig = await open(vertex())
    const { status, text } = await ask(rig, gemini)
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { choices: [{ message: { content: 'Rain.' } }], usage: { total_tokens: 9 } },
    ])
    expect(supplier.askedAt()).toBe(`${place}/google/models/${gemini}:generateContent`)
    expect(supplier.headers().authorization).toBe('Bearer ya29.token-1')
    expect(supplier.asked()).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'Weather?' }] }],
      generationConfig: { maxOutputTokens: 99 },
    })
    const [claims] = tokens.claims
    expect(claims).toMatchObject({
      iss: 'posthouse@the-project.iam.gserviceaccount.com',
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: tokens.address,
    })
    expect(Number(claims?.['exp']) - Number(claims?.['iat'])).toBe(3_600)
  })

  it.each(['/v1/chat/completions', '/v1/messages'])(
    'goes to Claude without its name and with its version, from %s',
    async (path) => {
      play(claudes)
      const { status } = await ask(await open(vertex()), claude, path)
      expect(status).toBe(200)
      expect(supplier.askedAt()).toBe(`${place}/anthropic/models/${claude}:rawPredict`)
      expect(supplier.headers().authorization).toBe('Bearer ya29.token-1')
      const asked = supplier.asked()
      expect(asked).toMatchObject({ anthropic_version: 'vertex-2023-10-16', max_tokens: 99 })
      expect(asked).not.toHaveProperty('model')
    },
  )

  it('streams from Claude', async () => {
    const event = (type: string, more: object): string =>
      `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
    supplier.play({
      frames: [
        event('message_start', { message: { ...claudes, content: [], stop_reason: null } }),
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Rain.' } }),
        event('content_block_stop', { index: 0 }),
        event('message_delta', {
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { output_tokens: 2 },
        }),
        event('message_stop', {}),
      ],
    })
    const { text } = await ask(await open(vertex()), claude, '/v1/messages', { stream: true })
    expect(text).toContain('Rain.')
    expect(supplier.askedAt()).toBe(`${place}/anthropic/models/${claude}:streamRawPredict`)
    expect(supplier.asked()).toMatchObject({ stream: true })
  })
})

describe('an access token', () => {
  it('is asked for once, however many calls wait for it, and kept', async () => {
    play(geminis)
    const rig = await open(vertex())
    const calls = await Promise.all(Array.from({ length: 5 }, () => ask(rig, gemini)))
    await ask(rig, gemini)
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(tokens.claims).toHaveLength(1)
  })

  it('that is about to end is asked for again', async () => {
    tokens.seconds = 60
    play(geminis)
    const rig = await open(vertex())
    await ask(rig, gemini)
    await ask(rig, gemini)
    expect(supplier.headers().authorization).toBe('Bearer ya29.token-2')
  })
})

describe('an exchange that fails', () => {
  it.each([
    ['refuse', 'authentication', 'Google refused the key of the service account'],
    ['down', 'overloaded', 'Google issued no access token'],
  ] as const)('%s: another channel is asked, and the log says why', async (mode, kind, words) => {
    tokens.mode = mode
    play(geminis)
    const other = channel({ id: 2n, type: 25, baseUrl: supplier.url, models, priority: 0 })
    const rig = await open(vertex({ priority: 9 }), other)
    expect((await ask(rig, gemini)).status).toBe(200)
    await until(() => rig.attempts.length === 2)
    expect(rig.attempts.map(({ failure }) => failure)).toEqual([kind, ''])
    expect(
      Object.values(rig.attempts[0] ?? {})
        .map(String)
        .join(),
    ).toContain(words)
    expect(tokens.claims).toHaveLength(1)
  })

  it('tells its caller nothing of the account', async () => {
    tokens.mode = 'refuse'
    const rig = await open(vertex())
    const { status, text } = await ask(rig, gemini)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toMatch(/the-project|BEGIN|0123456789abcdef/)
  })

  it.each(['no json', '{"client_email":"a","private_key":"b","project_id":"c"}'])(
    'is none where the key cannot sign: %s',
    async (secret) => {
      const keys = [{ id: 5n, secret, enabled: true }]
      const rig = await open(vertex({ keys }))
      const result = await testChannel(vertex({ keys }), gemini, {
        transports: rig.parts.transports,
        clock: rig.parts.clock,
        privateAllowed: true,
      })
      expect(result).toMatchObject({
        ok: false,
        status: 401,
        keyDead: true,
        message: { en: 'the key is not the JSON key of a service account' },
      })
      expect(tokens.claims).toEqual([])
    },
  )
})

it('passes the test of a channel, with each kind of model', async () => {
  const rig = await open(vertex())
  const { transports, clock } = rig.parts
  const probe = { transports, clock, privateAllowed: true }
  play(geminis)
  expect(await testChannel(vertex(), gemini, probe)).toMatchObject({ ok: true, text: 'Rain.' })
  play(claudes)
  expect(await testChannel(vertex(), claude, probe)).toMatchObject({ ok: true, text: 'Rain.' })
})

it('says nothing of the account that a supplier repeats', async () => {
  const account = JSON.parse(tokens.key)
  const rig = await open(vertex())
  const words = `${account.client_email} ${account.private_key_id} ${account.private_key} the-project ya29.token-1`
  play({ error: { code: 403, message: words, status: 'PERMISSION_DENIED' } })
  const { text } = await ask(rig, gemini)
  expect(text).not.toMatch(/iam\.gserviceaccount|0123456789abcdef|PRIVATE|the-project|ya29/)
})
