import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, channel, gatewayRig, type Rig, until } from './rig/gateway-rig.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/* Tool calls of servers that leave out, or repeat, what clients put calls together by. */

let rig: Rig | null = null
let supplier: ScriptedSupplier
beforeEach(async () => {
  supplier = await scriptedSupplier()
  rig = await gatewayRig({
    channels: [channel({ type: 8, priority: 10, baseUrl: supplier.url })],
    settings: { PrivateBaseUrlsAllowed: true },
  })
})
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  await rig?.close()
  await supplier.close()
})

const stands = (): Rig => rig ?? expect.fail('no rig')

type Call = { index?: number | null; id?: string; function: { name?: string; arguments?: string } }

const chunk = (delta: object, reason: string | null = null, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'x', ...more, choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
const calls = (...list: Call[]): string => chunk({ tool_calls: list })
const done = 'data: [DONE]\n\n'
const call = (id: string, name: string, text: string, index?: number): Call => ({
  ...(index === undefined ? {} : { index }),
  id,
  function: { name, arguments: text },
})
const more = (text: string): Call => ({ function: { arguments: text } })

const tools = [
  { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } },
]

const streamed = async (frames: readonly string[]): Promise<string> => {
  supplier.play({ frames })
  const response = await ask(stands(), { stream: true, more: { tools } })
  return response.text()
}

type Chunk = { choices: readonly { delta: { tool_calls?: readonly Call[] } }[] }

const chunksIn = (text: string): Chunk[] =>
  text
    .split('\n\n')
    .map((frame) => frame.replace(/^data: /, ''))
    .filter((data) => data.startsWith('{'))
    .map((data) => JSON.parse(data))

/** Calls as the `openai` package puts them together. */
function put(text: string): Record<number, [string, string, string]> {
  const put: Record<number, [string, string, string]> = {}
  for (const { choices } of chunksIn(text)) {
    for (const part of choices[0]?.delta.tool_calls ?? []) {
      const index = part.index ?? expect.fail('a call without an index')
      const known = put[index] ?? ['', '', '']
      put[index] = [
        part.id ?? known[0],
        known[1] + (part.function.name ?? ''),
        known[2] + (part.function.arguments ?? ''),
      ]
    }
  }
  return put
}

const large = 'x'.repeat(300_000)

describe('a stream of calls', () => {
  const two = { 0: ['a', 'f', '{"a":1}'], 1: ['b', 'g', '{}'] }
  it.each<[string, string[], object]>([
    ['in one frame', [calls(call('a', 'f', '{"a":1}'), call('b', 'g', '{}'))], two],
    ['in a frame each', [calls(call('a', 'f', '{"a":1}')), calls(call('b', 'g', '{}'))], two],
    [
      'in fragments',
      [
        calls(call('a', 'f', '')),
        calls(more('{"a"')),
        calls(more(':1}')),
        calls(call('b', 'g', '{}')),
      ],
      two,
    ],
    [
      'at the same index',
      [calls(call('a', 'f', '{"a":1}', 0)), calls(call('b', 'g', '{}', 0))],
      two,
    ],
    [
      'with an index at the beginning only',
      [calls(call('a', 'f', '{"a"', 0)), calls(more(':1}')), calls(call('b', 'g', '{}', 1))],
      two,
    ],
    [
      'too large to be read here',
      [calls(call('a', 'f', `{"a":"${large}"}`)), calls(call('b', 'g', '{}'))],
      { 0: ['a', 'f', `{"a":"${large}"}`], 1: ['b', 'g', '{}'] },
    ],
  ])('has indices: %s', async (_, frames, expected) => {
    const text = await streamed([...frames, chunk({}, 'tool_calls'), done])
    expect(put(text)).toEqual(expected)
    expect(text).toContain('[DONE]')
  })

  it('keeps every other byte, and the indices that it has', async () => {
    const odd = `data: {"id":"x", "n":1.0,"choices":[{"index":0,"delta":{"tool_calls":[ {"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}]}\n\n`
    const one = calls(call('a', 'f', '{}', 1))
    const end = chunk({}, 'tool_calls')
    expect(await streamed([odd, end, done])).toBe(
      [odd.replace('"{}"}}', '"{}"},"index":0}'), end, done].join(''),
    )
    expect(await streamed([one, end, done])).toBe([one, end, done].join(''))
  })
})

const gemini = '/v1beta/models/sandbox%2Fchat'
const clients = [
  ['/v1/chat/completions', {}, '/v1/chat/completions'],
  ['/v1/messages', { max_tokens: 99 }, '/v1/messages'],
  ['/v1/responses', { input: 'Hi', messages: undefined }, '/v1/responses'],
  [
    `${gemini}:streamGenerateContent?alt=sse`,
    { contents: [{ parts: [{ text: 'Hi' }] }] },
    `${gemini}:generateContent`,
  ],
] as const

describe.each(clients)('an answer for %s without a reason to stop', (path, fields, whole) => {
  const ended = async (frames: readonly string[]): Promise<string> => {
    supplier.play({ frames })
    const response = await ask(stands(), { stream: true, path, more: fields })
    const text = await response.text()
    await until(() => stands().ledger.ends().length === 1)
    return text
  }
  const cut = [calls(call('a', 'f', '{"a":', 0)), done]

  it('is broken when a call is incomplete, and charged for what was delivered', async () => {
    const text = await ended([chunk({ content: 'I will.' }), ...cut])
    expect(text).toMatch(/"error"/)
    expect(text).not.toMatch(/\[DONE\]|message_stop|response\.completed|"stop_reason":"tool_use"/)
    expect(stands().ledger.ends()[0]).toMatchObject({
      kind: 'settle',
      usage: { outcome: 'failed-mid-stream' },
    })
  })

  it.each([
    ['text', chunk({ content: 'Hello.' })],
    ['a call', calls(call('a', 'f', '{"a":1}', 0))],
    ['a call without arguments', calls(call('a', 'f', '', 0))],
  ])('is complete with %s', async (_, frame) => {
    const text = await ended([frame, done])
    expect(text).not.toContain('"error":{')
    expect(stands().ledger.ends()[0]).toMatchObject({ kind: 'settle' })
  })

  it('is broken as a whole', async () => {
    const message = { tool_calls: [{ ...call('a', 'f', '{"a":'), type: 'function' }] }
    const body = JSON.stringify({ id: 'x', choices: [{ index: 0, message }] })
    supplier.play({ frames: [body], contentType: 'application/json' })
    const response = await ask(stands(), { path: whole, more: fields })
    expect(response.status).toBe(502)
    await response.text()
  })
})
