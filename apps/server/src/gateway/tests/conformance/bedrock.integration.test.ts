import { usageOfRow } from '../rig/usage-of-row.ts'
import { dialectNames } from '@posthouse/llm/canonical/dialect'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { Message, ModelRequest } from '@posthouse/llm/canonical/request'
import { eventMessage, eventNamed, exceptionNamed } from '@posthouse/llm/testing/event-message'
import { writeSignature } from '@posthouse/llm/canonical/reasoning/signature'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Channel } from '../../../domain/channels/channel.ts'
import { listModels } from '../../../upstream/list-models.ts'
import { testChannel } from '../../../channel-tests/test-channel.ts'
import { askBytes, askCell, requestOf } from './ask-cell.ts'
import { type Bedrock, bedrock, bedrockKey, bedrockToken, type Playing } from '../rig/bedrock.ts'
import { channel, gatewayRig, onePerToken, type Rig, until } from '../rig/gateway-rig.ts'

/*
 * A supplier that no client speaks the dialect of: signed calls, binary messages, and its own words.
 */

const model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const { id, secret, region } = bedrockKey
const signingKey = `${id}|${secret}|${region}`

let supplier: Bedrock
let rig: Rig

const channelWith = (key: string, more: Partial<Channel> = {}): Channel =>
  channel({
    type: 32,
    baseUrl: supplier.url,
    models: [model],
    keys: [{ id: 5n, secret: key, enabled: true }],
    ...more,
  })

const open = (...channels: readonly Channel[]): Promise<Rig> =>
  gatewayRig({
    channels,
    prices: [{ ...onePerToken, model }],
    facts: [{ models: [model], fetches: true }],
    balance: 10n ** 12n,
  })

beforeEach(async () => {
  supplier = await bedrock()
  rig = await open(channelWith(signingKey))
})

afterEach(async () => {
  await rig.close()
  await supplier.close()
})

const messages: readonly Message[] = [
  { role: 'user', name: null, parts: [{ kind: 'text', text: 'Go on.' }] },
]
const asked = (more: Partial<ModelRequest>, client: (typeof dialectNames)[number]) =>
  requestOf({ messages, model, outputLimit: 1_000, ...more }, client)
const cell = (request: ModelRequest) => askCell(rig, request, () => null)

const usage = { inputTokens: 11, outputTokens: 7, totalTokens: 318, cacheReadInputTokens: 300 }
const usageTold = { input: 11, output: 7, cache_read: 300 }

const said = (...texts: readonly string[]): Uint8Array[] =>
  texts.map((text) => eventNamed('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }))
const start = eventNamed('messageStart', { role: 'assistant' })
/** With one bit of its payload turned over. */
const brokenBy = (message: Uint8Array): Uint8Array => message.with(-8, (message.at(-8) ?? 0) ^ 1)
const ended = (stopReason: string): Uint8Array[] => [
  eventNamed('messageStop', { stopReason }),
  eventNamed('metadata', { usage, metrics: { latencyMs: 1 } }),
]
const whole = (content: readonly object[], stopReason = 'end_turn'): Playing => ({
  body: { output: { message: { role: 'assistant', content } }, stopReason, usage },
})
const streamed: Playing = {
  messages: [start, ...said('Rain ', 'over 驿站.'), ...ended('end_turn')],
}

const usageOfEnd = async (): Promise<unknown> => {
  await until(() => rig.ledger.ends().length > 0)
  const row = rig.ledger.ends().at(-1)?.usage
  return { ...usageOfRow(row), source: row?.['usage_source'] }
}

describe.each(dialectNames)('a client of %s', (client) => {
  it.each([false, true])('is answered and charged, streamed: %s', async (stream) => {
    supplier.play(stream ? streamed : whole([{ text: 'Rain over 驿站.' }]))
    const { seen, status } = await cell(asked({ stream }, client))
    expect(status).toBe(200)
    expect(seen).toMatchObject({ text: 'Rain over 驿站.', reason: 'stop' })
    expect(await usageOfEnd()).toEqual({ ...usageTold, source: 'reported' })
    const action = stream ? 'converse-stream' : 'converse'
    expect(supplier.asked()).toEqual([
      {
        path: `/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/${action}`,
        body: {
          messages: [{ role: 'user', content: [{ text: 'Go on.' }] }],
          inferenceConfig: { maxTokens: 1_000 },
        },
      },
    ])
  })

  it.each([false, true])('calls tools and goes on, streamed: %s', async (stream) => {
    const toolUse = { toolUseId: 'tooluse_1', name: 'now' }
    const at = { contentBlockIndex: 0 }
    supplier.play(
      stream
        ? {
            messages: [
              start,
              eventNamed('contentBlockStart', { ...at, start: { toolUse } }),
              eventNamed('contentBlockDelta', { ...at, delta: { toolUse: { input: '{"zone"' } } }),
              eventNamed('contentBlockDelta', { ...at, delta: { toolUse: { input: ':"UTC"}' } } }),
              eventNamed('contentBlockStop', at),
              ...ended('tool_use'),
            ],
          }
        : whole([{ toolUse: { ...toolUse, input: { zone: 'UTC' } } }], 'tool_use'),
    )
    const tools = [{ name: 'now', description: 'The time', parameters: null, strict: null }]
    const { seen } = await cell(asked({ stream, tools }, client))
    expect(seen.reason).toBe('tool-calls')
    expect(seen.calls.map(({ name, arguments: text }) => [name, JSON.parse(text)])).toEqual([
      ['now', { zone: 'UTC' }],
    ])
    expect(supplier.asked()[0]?.body).toHaveProperty('toolConfig.tools.0.toolSpec.name', 'now')
    const call = seen.calls[0]
    if (call === undefined) throw new Error('no call')
    supplier.play(whole([{ text: 'Noon.' }]))
    const result = { kind: 'tool-result', id: call.id, parts: [{ kind: 'text', text: '12:00' }] }
    const turns: readonly Message[] = [
      ...messages,
      { role: 'assistant', name: null, parts: [{ kind: 'tool-call', ...call }] },
      { role: 'tool', name: null, parts: [result as never] },
    ]
    expect((await cell(asked({ messages: turns, tools }, client))).seen.text).toBe('Noon.')
    expect(JSON.stringify(supplier.asked()[0]?.body)).toContain('"content":[{"text":"12:00"}]')
  })

  it.each([
    ['an exception', exceptionNamed('modelStreamErrorException', 'The model failed.')],
    ['a broken checksum', brokenBy(said('lost')[0] ?? start)],
    ['the end', new Uint8Array(0)],
  ])('is told of %s in the middle, and pays for what it got', async (_, last) => {
    supplier.play({ messages: [start, ...said('Rain '), last], after: 'break' })
    const { seen } = await cell(asked({ stream: true }, client))
    expect(seen.text).toBe('Rain ')
    expect(seen.events.at(-1)).toMatchObject({ kind: 'failed' })
    expect(await usageOfEnd()).toMatchObject({ source: 'counted', output: 2 })
  })
})

describe('another candidate is asked', () => {
  const failing: readonly (readonly [string, Playing])[] = [
    ['throttled', { status: 429, error: 'ThrottlingException', message: 'Too many requests' }],
    ['without the model', { status: 403, error: 'AccessDeniedException', message: 'No access' }],
    ['whose model failed', { status: 424, error: 'ModelErrorException', message: 'Failed' }],
    ['down', { status: 503, error: 'ServiceUnavailableException', message: 'Later' }],
    ['throttled in the stream', { messages: [start, exceptionNamed('throttlingException', 'No')] }],
    ['broken', { messages: [start, brokenBy(start)] }],
    ['broken and goes on', { messages: [start, brokenBy(start)], after: 'wait' }],
    ['not of the kind', { messages: [Buffer.from('{"message":"this is no message at all"}')] }],
    ['of no kind', { messages: [start, eventMessage({ a: 'b' }, '{}')] }],
    ['cut', { messages: [start], after: 'break' }],
    ['silent', { messages: [start] }],
  ]

  it.each(failing)('after one that is %s', async (_, first) => {
    await rig.close()
    rig = await open(channelWith(signingKey, { priority: 10 }), channelWith(signingKey))
    supplier.play(first, streamed)
    const { seen, status } = await cell(asked({ stream: true }, 'openai-chat'))
    expect([status, seen.text]).toEqual([200, 'Rain over 驿站.'])
    expect(rig.errors).toEqual([])
  })
})

describe('a refusal', () => {
  it.each([
    ['ThrottlingException', 429, 429, 'Too many'],
    ['ValidationException', 400, 400, 'The input is too long.'],
    ['AccessDeniedException', 403, 503, 'You have no access.'],
    ['ServiceUnavailableException', 503, 502, 'Later.'],
  ])('%s of status %d is told as %d', async (error, status, told, message) => {
    supplier.play({ status, error, message })
    const { response, bytes } = await askBytes(rig, asked({}, 'openai-chat'))
    expect(response.status).toBe(told)
    if (told === 400) expect(Buffer.from(bytes).toString()).toContain(message)
  })

  it('of a wrong secret says nothing of it', async () => {
    await rig.close()
    rig = await open(channelWith(`AKIDOTHER|${secret}|${region}`))
    supplier.play(whole([{ text: 'a' }]))
    const { response, bytes } = await askBytes(rig, asked({}, 'openai-chat'))
    expect(response.status).toBe(503)
    expect(supplier.asked()).toEqual([])
    expect(rig.keysFailed).toHaveLength(1)
    const told = [Buffer.from(bytes).toString(), [...response.headers], rig.attempts, rig.errors]
    const text = JSON.stringify(told, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect(text).not.toContain(secret)
    expect(text).not.toContain('AKIDOTHER')
  })
})

it('is asked with a key of its own', async () => {
  await rig.close()
  rig = await open(channelWith(bedrockToken))
  supplier.play(whole([{ text: 'a' }]))
  expect((await cell(asked({}, 'openai-chat'))).seen.text).toBe('a')
})

it('gets back what its models signed', async () => {
  const reasoned = { reasoningText: { text: 'Hm.', signature: 'c2lnbmVk' } }
  supplier.play(whole([{ reasoningContent: reasoned }, { text: 'Noon.' }]))
  const reasoning = { effort: null, budget: 1_024, shown: true }
  const { seen } = await cell(asked({ reasoning, outputLimit: 9_000 }, 'anthropic-messages'))
  expect(seen.reasoning).toBe('Hm.')
  const held = signatureIn(seen.events)
  expect(held).toBe('bedrock-converse:c2lnbmVk')
  // A client holds a text of which it knows nothing.
  const signature = `anthropic-messages:${writeSignature(held ?? '', 'anthropic-messages')}`
  const turns: readonly Message[] = [
    ...messages,
    {
      role: 'assistant',
      name: null,
      parts: [
        { kind: 'reasoning', text: 'Hm.', signature },
        { kind: 'text', text: 'Noon.' },
      ],
    },
    ...messages,
  ]
  await cell(asked({ messages: turns, reasoning, outputLimit: 9_000 }, 'anthropic-messages'))
  expect(JSON.stringify(supplier.asked()[1]?.body)).toContain(
    JSON.stringify({ reasoningContent: reasoned }),
  )
})

const signatureIn = (events: readonly ModelEvent[]): string | null =>
  events.flatMap((event) => ('signature' in event ? (event.signature ?? []) : []))[0] ?? null

describe('the console', () => {
  const parts = () => ({ ...rig.parts, privateAllowed: true })

  it('tries a channel', async () => {
    supplier.play(whole([{ text: 'hello' }]))
    expect(await testChannel(channelWith(signingKey), model, parts())).toMatchObject({
      ok: true,
      text: 'hello',
    })
  })

  it('is told what is wrong with its key', async () => {
    const probe = await testChannel(channelWith(`${id}|wrong|eu-west-2`), model, parts())
    expect(probe).toMatchObject({ ok: false, status: 403, keyDead: true })
    expect(JSON.stringify(probe)).not.toContain('wrong')
  })

  it('is told that nothing is listed where it is not known', async () => {
    expect(await listModels(channelWith(signingKey), parts())).toMatchObject({ ok: false })
  })
})
