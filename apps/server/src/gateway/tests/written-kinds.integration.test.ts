import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askBytes, pathOf, requestOf } from './conformance/ask-cell.ts'
import { channel, onePerToken, type Rig, testKey, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/*
 * Everything that a model writes is output, also what only a client of the same dialect understands: where its supplier
 * reports nothing it is counted, once, also when it ends early, and it is held as it comes.
 */

const text = 'print of hello world '.repeat(100)
/** 700 of the text itself, and a few of the names around it. */
const counted = { least: 690, most: 720 }

type Played = { readonly whole: object; readonly stream: readonly object[] }

const responses = (item: object, deltas: readonly object[] = []): Played => {
  const asked = { instructions: text, tools: [{ type: 'custom', name: 'f', description: text }] }
  const whole = { ...asked, id: 'r', status: 'completed', output: [item] }
  return {
    whole,
    stream: [
      { type: 'response.created', response: { ...asked, id: 'r', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'none' } },
      ...deltas,
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ],
  }
}

const pieces = (type: string): object[] =>
  [text.slice(0, 1_050), text.slice(1_050)].map((delta) => ({
    type: `response.${type}.delta`,
    output_index: 0,
    item_id: 'i',
    delta,
  }))

const anthropic = (type: string): Played => {
  const block = { type, id: 't', name: 'run', server_name: 's' }
  const input = { code: text }
  return {
    whole: {
      type: 'message',
      id: 'm',
      content: [{ ...block, input }],
      stop_reason: 'end_turn',
    },
    stream: [
      { type: 'message_start', message: { id: 'm' } },
      { type: 'content_block_start', index: 0, content_block: { ...block, input: {} } },
      ...[JSON.stringify(input).slice(0, 900), JSON.stringify(input).slice(900)].map((piece) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: piece },
      })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ],
  }
}

const gemini = (part: object): Played => {
  const whole = { candidates: [{ index: 0, content: { parts: [part] }, finishReason: 'STOP' }] }
  return { whole, stream: [whole] }
}

const chat = (said: object): Played => ({
  whole: { id: 'c', choices: [{ index: 0, message: said, finish_reason: 'stop' }] },
  stream: [
    { id: 'c', choices: [{ index: 0, delta: said }] },
    { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  ],
})

const call = (fields: object): object => ({ tool_calls: [{ index: 0, id: 'x', ...fields }] })

const written: readonly (readonly [string, DialectName, Played])[] = [
  [
    'custom_tool_call',
    'openai-responses',
    responses({ type: 'custom_tool_call', name: 'f', input: text }),
  ],
  [
    'custom_tool_call in pieces',
    'openai-responses',
    responses({ type: 'custom_tool_call', input: text }, pieces('custom_tool_call_input')),
  ],
  [
    'code_interpreter_call',
    'openai-responses',
    responses({ type: 'code_interpreter_call', code: text, outputs: [{ logs: text }] }),
  ],
  [
    'code_interpreter_call in pieces',
    'openai-responses',
    responses({ type: 'code_interpreter_call', code: text }, pieces('code_interpreter_call_code')),
  ],
  [
    'local_shell_call',
    'openai-responses',
    responses({ type: 'local_shell_call', action: { type: 'exec', command: ['sh', text] } }),
  ],
  [
    'apply_patch_call',
    'openai-responses',
    responses({ type: 'apply_patch_call', operation: { type: 'update_file', diff: text } }),
  ],
  [
    'mcp_call',
    'openai-responses',
    responses({ type: 'mcp_call', name: 'f', server_label: 's', arguments: text, output: text }),
  ],
  [
    'mcp_call in pieces',
    'openai-responses',
    responses({ type: 'mcp_call', arguments: text }, pieces('mcp_call_arguments')),
  ],
  ['server_tool_use', 'anthropic-messages', anthropic('server_tool_use')],
  ['mcp_tool_use', 'anthropic-messages', anthropic('mcp_tool_use')],
  ['executableCode', 'gemini', gemini({ executableCode: { language: 'PYTHON', code: text } })],
  [
    'a custom call',
    'openai-chat',
    chat(call({ type: 'custom', custom: { name: 'f', input: text } })),
  ],
  [
    'names alone',
    'openai-chat',
    chat(call({ type: 'function', function: { name: text, arguments: '' } })),
  ],
  [
    'names beside arguments',
    'openai-chat',
    chat(call({ type: 'function', function: { name: text, arguments: '{}' } })),
  ],
  ['thinking', 'openai-chat', chat({ thinking: text })],
  [
    'reasoning_details',
    'openai-chat',
    chat({ reasoning_details: [{ type: 'reasoning.summary', summary: text }] }),
  ],
  [
    'reasoning that is said twice',
    'openai-chat',
    chat({ reasoning: text, reasoning_details: [{ type: 'reasoning.text', text }] }),
  ],
]

const picture = 'A'.repeat(9_000)
const without: readonly (readonly [string, DialectName, Played])[] = [
  ['inlineData', 'gemini', gemini({ inlineData: { mimeType: 'image/png', data: picture } })],
  [
    'images',
    'openai-chat',
    chat({
      images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }],
    }),
  ],
  ['audio', 'openai-chat', chat({ audio: { id: 'a', data: picture } })],
  [
    'redacted_thinking',
    'anthropic-messages',
    {
      whole: {
        type: 'message',
        content: [{ type: 'redacted_thinking', data: picture }],
        stop_reason: 'end_turn',
      },
      stream: [
        { type: 'message_start', message: { id: 'm' } },
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'redacted_thinking', data: picture },
        },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
        { type: 'message_stop' },
      ],
    },
  ],
]

const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
const ends: Partial<Record<DialectName, string>> = { 'openai-chat': 'data: [DONE]\n\n' }

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

const rigOf = (dialect: DialectName, settings: Record<string, number> = {}): Promise<Rig> =>
  stand({
    channels: [channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: [dialect] } })],
    prices: [{ ...onePerToken, model: '*' }],
    settings,
  })

function requested(dialect: DialectName, stream: boolean): ModelRequest {
  const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Go.' }] }] as const
  return requestOf({ stream, messages, outputLimit: 2_000 }, dialect)
}

async function rowAt({ ledger }: Rig) {
  await until(() => ledger.ends().length === 1)
  return ledger.ends()[0]?.usage ?? {}
}

async function rowOf(dialect: DialectName, { whole, stream }: Played, isStreamed: boolean) {
  supplier.play(
    isStreamed
      ? { frames: [...stream.map(frame), ends[dialect] ?? ''] }
      : { frames: [JSON.stringify(whole)], contentType: 'application/json' },
  )
  const rig = await rigOf(dialect)
  const { response } = await askBytes(rig, requested(dialect, isStreamed))
  expect(response.status).toBe(200)
  return rowAt(rig)
}

describe.each([false, true])('of an answer without a report (streamed: %s)', (isStreamed) => {
  it.each(written)('%s of %s is counted once', async (_, dialect, played) => {
    const row = await rowOf(dialect, played, isStreamed)
    expect(row).toMatchObject({ outcome: 'complete-counted', usage_source: 'counted' })
    expect(Number(row['output_tokens'])).toBeGreaterThan(counted.least)
    expect(Number(row['output_tokens'])).toBeLessThan(counted.most)
  })

  it.each(without)('%s of %s is delivered: the input is charged', async (_, dialect, played) => {
    const row = await rowOf(dialect, played, isStreamed)
    expect(row).toMatchObject({ outcome: 'complete-counted', usage_source: 'counted' })
    expect(Number(row['input_tokens'])).toBeGreaterThan(0)
  })
})

/** Up to the last words, without a reason to stop. */
const beginningOf = ({ stream }: Played): object[] =>
  stream
    .map((event) => JSON.stringify(event))
    .filter(
      (json) =>
        !/"(?:response.completed|content_block_stop|message_delta|message_stop|stop)"/.test(json),
    )
    .map((json) => JSON.parse(json.replace(',"finishReason":"STOP"', '')))

const forTools = new Set([
  'custom_tool_call',
  'custom_tool_call in pieces',
  'code_interpreter_call',
  'code_interpreter_call in pieces',
  'mcp_call',
  'mcp_call in pieces',
  'server_tool_use',
  'mcp_tool_use',
  'executableCode',
  'a custom call',
  'names alone',
])

describe.each(written.filter(([name]) => forTools.has(name)))('%s of %s', (_, dialect, played) => {
  const begun = beginningOf(played)

  /** Resolves when the client has all of it. The line stays open. */
  async function listening(rig: Rig): Promise<ReadableStreamDefaultReader> {
    supplier.play({ frames: begun.map(frame), holds: true })
    const request = requested(dialect, true)
    const response = await rig.fetch(pathOf(request), {
      method: 'POST',
      headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
      body: JSON.stringify(dialects[dialect].asClient.body(request).body),
    })
    const reader = response.body?.getReader()
    if (reader === undefined) throw new Error('no body')
    const length = begun.map(frame).join('').length
    for (let heard = 0; heard < length;) heard += (await reader.read()).value?.length ?? length
    return reader
  }

  async function expectPaid(rig: Rig, outcome: string): Promise<void> {
    const row = await rowAt(rig)
    const [end] = rig.ledger.ends()
    expect(row).toMatchObject({ outcome })
    expect(end?.kind === 'settle' ? Number(end.amount) : 0).toBeGreaterThan(counted.least)
    expect(Number(row['output_tokens'])).toBeGreaterThan(counted.least)
    expect(Number(row['output_tokens'])).toBeLessThan(counted.most)
  }

  it('is paid for by a client that leaves in the middle of it', async () => {
    const rig = await rigOf(dialect)
    await (await listening(rig)).cancel()
    await expectPaid(rig, 'client-left')
  })

  it('is paid for as far as it was delivered when our process is stopped', async () => {
    const rig = await rigOf(dialect)
    const reader = await listening(rig)
    rig.gateway.stop()
    await expectPaid(rig, 'server-stopped')
    await reader.cancel()
  })

  it('is held slice by slice', async () => {
    const rig = await rigOf(dialect, { HoldSliceTokens: 64 })
    await (await listening(rig)).cancel()
    await expectPaid(rig, 'client-left')
    const more = rig.ledger.commands.filter(({ kind }) => kind === 'extend')
    expect(more.length).toBeGreaterThan(9)
  })
})
