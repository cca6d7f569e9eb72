import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askBytes, requestOf } from './conformance/ask-cell.ts'
import { channel, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/* Arguments of a call that a supplier sends, as objects or as text, nested deeper than anybody can write again. */

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Go.' }] }] as const
const nested = (depth: number): string => '{"a":'.repeat(depth) + '{"b":"c"}' + '}'.repeat(depth)

const geminiAnswer = (args: string): string =>
  `{"candidates":[{"index":0,"content":{"parts":[{"functionCall":{"name":"look","args":${args}}}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":9}}`
const message = (args: string): string =>
  `{"type":"message","id":"m","content":[{"type":"tool_use","id":"t","name":"look","input":${args}}],"stop_reason":"tool_use","usage":{"input_tokens":9,"output_tokens":9}}`
const block = (args: string): string =>
  [
    'data: {"type":"message_start","message":{"id":"m","usage":{"input_tokens":9,"output_tokens":1}}}',
    `data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"look","input":${args}}}`,
    'data: {"type":"content_block_stop","index":0}',
    'data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}}',
    'data: {"type":"message_stop"}',
  ]
    .map((line) => `${line}\n\n`)
    .join('')

const call = (args: string) => ({
  index: 0,
  id: 't',
  type: 'function',
  function: { name: 'look', arguments: args },
})
const usage = { prompt_tokens: 9, completion_tokens: 9 }
const chat = (args: string): string =>
  JSON.stringify({
    choices: [{ index: 0, message: { tool_calls: [call(args)] }, finish_reason: 'tool_calls' }],
    usage,
  })
const chunks = (args: string): string =>
  [
    { choices: [{ index: 0, delta: { tool_calls: [call('')] } }] },
    ...(args.match(/[^]{1,9000}/g) ?? []).map((piece) => ({
      choices: [
        { index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } },
      ],
    })),
    { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }], usage },
  ]
    .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
    .join('')

const answers = [
  ['gemini', false, geminiAnswer],
  ['gemini', true, (args: string) => `data: ${geminiAnswer(args)}\n\n`],
  ['anthropic-messages', false, message],
  ['anthropic-messages', true, block],
] as const

async function played(
  upstream: DialectName,
  client: DialectName,
  { stream, text }: { stream: boolean; text: string },
) {
  supplier.play({
    frames: [text],
    contentType: stream ? 'text/event-stream' : 'application/json',
  })
  const made = channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: [upstream] } })
  const rig = await stand({ channels: [made] })
  const { response, bytes } = await askBytes(rig, requestOf({ stream, messages }, client))
  await until(() => rig.ledger.ends().length === 1)
  return {
    status: response.status,
    text: new TextDecoder().decode(bytes),
    end: rig.ledger.ends()[0],
  }
}

it.each(answers)('are a failure of %s (streamed: %s)', async (upstream, stream, answer) => {
  const other = upstream === 'gemini' ? 'openai-chat' : 'openai-responses'
  for (const client of [upstream, other] as const) {
    // One of them is long enough for a thread.
    const depth = stream ? 20_000 : 100_000
    const deep = { stream, text: answer(nested(depth)) }
    const { status, end } = await played(upstream, client, deep)
    expect([status, end?.kind]).toEqual([502, 'void'])
    const shallow = await played(upstream, client, { stream, text: answer(nested(90)) })
    expect([shallow.status, shallow.end?.kind]).toEqual([200, 'settle'])
    expect(shallow.text).toContain('look')
  }
})

const others = dialectNames.filter((name) => name !== 'openai-chat')

it.each(others)('are, as a text, never told as no arguments to a client of %s', async (client) => {
  for (const depth of [200, 20_000]) {
    const whole = await played('openai-chat', client, { stream: false, text: chat(nested(depth)) })
    expect([whole.status, whole.end?.kind]).toEqual([502, 'void'])
    const deep = { stream: true, text: chunks(nested(depth)) }
    const streamed = await played('openai-chat', client, deep)
    expect(streamed.text).toContain('nested too deep')
    expect(streamed.text).not.toMatch(/"(args|input)":\{\}[^]*"(tool_use|STOP)"/)
  }
  const shallow = await played('openai-chat', client, { stream: false, text: chat(nested(90)) })
  expect([shallow.status, shallow.end?.kind]).toEqual([200, 'settle'])
})

it('a text that is too long for one frame is none for a client of another dialect', async () => {
  const textOf = (letters: number): string => {
    const choices = [{ index: 0, delta: { content: 'so '.repeat(letters / 3) } }]
    const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }
    return `data: ${JSON.stringify({ choices })}\n\ndata: ${JSON.stringify(last)}\n\n`
  }
  const long = await played('openai-chat', 'gemini', { stream: true, text: textOf(1_500_000) })
  expect([long.status, long.end?.kind]).toEqual([502, 'void'])
  const whole = await played('openai-chat', 'gemini', { stream: true, text: textOf(600_000) })
  expect([whole.status, whole.text.includes('so so so')]).toEqual([200, true])
})
