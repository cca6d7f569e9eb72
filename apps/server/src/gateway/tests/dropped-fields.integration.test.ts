import { afterEach, describe, expect, it } from 'vitest'
import { ask, channel, gatewayRig, type Rig, until } from './rig/gateway-rig.ts'

/* Names of fields that a supplier does not get are the caller's own words: they reach a header all the same. */

let rig: Rig | null = null
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  await rig?.close()
})

const overMessages = async (): Promise<Rig> =>
  (rig = await gatewayRig({
    channels: [channel({ plugin: { dialects: ['anthropic-messages'] } })],
  }))

it.each([false, true])('whatever they are written in (streamed: %s)', async (stream) => {
  const own = await overMessages()
  const more = { 参数: 1, 'a\r\nset-cookie: b': 2, '\ud83d': 3 }
  const response = await ask(own, { stream, more })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-posthouse-dropped')).toBe(
    '%E5%8F%82%E6%95%B0, a%0D%0Aset-cookie: b, %EF%BF%BD',
  )
  expect(response.headers.get('set-cookie')).toBeNull()
  await response.text()
  await until(() => own.ledger.ends().length === 1)
  const [end] = own.ledger.ends()
  expect(end).toMatchObject({ kind: 'settle', usage: { outcome: 'complete' } })
  expect(end?.kind === 'settle' ? end.amount : 0n).toBeGreaterThan(0n)
})

it('and however many and long they are', async () => {
  const own = await overMessages()
  const names = Array.from({ length: 900 }, (_, at) => `${'field'.repeat(40)}${at}`)
  const response = await ask(own, { more: Object.fromEntries(names.map((name) => [name, 1])) })
  expect(response.status).toBe(200)
  expect(response.headers.get('x-posthouse-dropped')?.length).toBeLessThanOrEqual(1_024)
  await response.text()
  await until(() => own.ledger.ends().length === 1)
  expect(own.ledger.ends()[0]?.kind).toBe('settle')
})

describe('a field that was read in part', () => {
  const tool = { name: 'f', input_schema: { type: 'object' } }
  const gemini = '/v1beta/models/sandbox%2Fchat'
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
  const cases: readonly (readonly [string, string, Record<string, unknown>, string])[] = [
    [
      'tools of Messages',
      '/v1/messages',
      { max_tokens: 9, tools: [tool, { ...tool, name: 'g', defer_loading: true }] },
      'tools.1.defer_loading',
    ],
    [
      'tools of chat completions',
      '/v1/chat/completions',
      {
        tools: [
          { type: 'function', function: { name: 'f', strict: null }, x: null },
          { type: 'function', function: { name: 'g', examples: [1] }, defer_loading: true },
        ],
      },
      'tools.1.defer_loading, tools.1.function.examples',
    ],
    [
      'tools of Responses',
      '/v1/responses',
      {
        messages: undefined,
        input: 'Hi',
        tools: [{ type: 'function', name: 'f', parameters: {}, defer_loading: true }],
      },
      'tools.0.defer_loading',
    ],
    [
      'a tool that the vendor runs',
      '/v1/messages',
      { max_tokens: 9, tools: [tool, { type: 'web_search_20250305', name: 'web_search' }] },
      'tools.1',
    ],
    [
      'metadata of Messages',
      '/v1/messages',
      { max_tokens: 9, metadata: { user_id: 'a', team: 'b' } },
      'metadata.team',
    ],
    [
      'the text of Responses',
      '/v1/responses',
      { messages: undefined, input: 'Hi', text: { format: { type: 'text' }, verbosity: 'low' } },
      'text.verbosity',
    ],
    [
      'a field of Responses that was read not at all',
      '/v1/responses',
      { messages: undefined, input: 'Hi', metadata: { team: 'b' } },
      'metadata',
    ],
    [
      'the config of Gemini',
      `${gemini}:generateContent`,
      {
        messages: undefined,
        contents,
        generationConfig: { maxOutputTokens: 9, mediaResolution: 'LOW' },
      },
      'generationConfig.mediaResolution',
    ],
  ]

  it.each(cases)('is named by its parts: %s', async (_, path, more, names) => {
    const [dialect] = path.includes('messages') ? ['openai-chat'] : ['anthropic-messages']
    const own = await gatewayRig({ channels: [channel({ plugin: { dialects: [dialect] } })] })
    rig = own
    const response = await ask(own, { path, more })
    expect(await response.text()).not.toBe('')
    expect(response.status).toBe(200)
    expect(response.headers.get('x-posthouse-dropped')).toBe(names)
  })
})
