import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askBytes, requestOf } from './conformance/ask-cell.ts'
import { channel, type Rig, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/*
 * An error in the middle of a stream, in the client's own dialect: whatever its form and its length, its words do
 * not go out as they came, the client is told in its dialect, and nothing of it is paid for.
 */

const key = 'sk-upstream-secret'
const words = `the key ${key} of http://10.1.2.3 is out of order`
const long = 'x'.repeat(150_000)
const kilobytes = 'y'.repeat(1_000_000)

const start: Record<DialectName, string> = {
  'openai-chat': data({ id: 'a', choices: [{ index: 0, delta: { content: 'hello' } }] }),
  'openai-responses':
    data({ type: 'response.created', response: { id: 'r', output: [] } }) +
    data({
      type: 'response.output_text.delta',
      item_id: 'm',
      output_index: 0,
      content_index: 0,
      delta: 'hello',
    }),
  'anthropic-messages':
    data({ type: 'message_start', message: { id: 'm', usage: { input_tokens: 3 } } }) +
    data({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'hello' } }),
  gemini: data({ candidates: [{ index: 0, content: { parts: [{ text: 'hello' }] } }] }),
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

const error = { message: words, type: 'server_error', code: 500 }

const forms: Record<string, string> = {
  'an object': data({ error }),
  'a text': data({ error: words }),
  'an event by its name': `event: error\ndata: ${JSON.stringify(error)}\n\n`,
  'an event in words': `event: error\ndata: ${words}\n\n`,
  'words that are no JSON': `data: ${words}\n\n`,
  'an object that says so': data({ object: 'error', ...error }),
  'a type that says so': data({ type: 'error', message: words }),
  'words alone': data({ message: words }),
  'a detail alone': data({ detail: words }),
  'with a comment beside it': `: {"keep": "alive"}\ndata: ${JSON.stringify({ error })}\n\n`,
  'with an id beside it': `id: {7}\ndata: ${JSON.stringify({ error })}\nretry: 9\n\n`,
  'in several lines': `data: {"error":\ndata: ${JSON.stringify(error)}}\n\n`,
  'with blanks': `data: { "error" : ${JSON.stringify(error)} }\n\n`,
  'bare JSON': `${JSON.stringify({ error })}\n\n`,
  'behind another error that is none': data({ error: null }) + data({ error }),
  'of 150 KB, its words first': data({ error: { message: `${words} ${long}` } }),
  'of 150 KB, its words last': data({ padding: long, error }),
  'of 1 MB': data({ padding: kilobytes, error }),
}

const rigOf = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

const rigFor = (dialect: DialectName): Promise<Rig> =>
  rigOf({
    channels: [channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: [dialect] } })],
  })

async function brokenOff(rig: Rig, client: DialectName): Promise<{ text: string; paid: unknown }> {
  const messages = [
    { role: 'user', name: null, parts: [{ kind: 'text', text: 'Say something.' }] },
  ] as const
  const { bytes } = await askBytes(rig, requestOf({ stream: true, messages }, client))
  await until(() => rig.ledger.ends().length > 0)
  const row = rig.ledger.ends().at(-1)?.usage
  expect(row).toMatchObject({ outcome: 'failed-mid-stream' })
  return { text: new TextDecoder().decode(bytes), paid: row?.['output_tokens'] }
}

const dialects: readonly DialectName[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
]

/** Each form is asked of one dialect, in turns; these of all. */
const ofAll = new Set(['an object', 'bare JSON', 'of 150 KB, its words last'])

describe.each(dialects)('an error in a stream of %s', (dialect) => {
  const asked = Object.keys(forms).filter(
    (form, at) => ofAll.has(form) || dialects[at % dialects.length] === dialect,
  )

  it.each(asked)('is told as one: %s', async (form) => {
    const own = await rigFor(dialect)
    supplier.play({ frames: [start[dialect], forms[form] ?? ''] })
    const { text, paid } = await brokenOff(own, dialect)
    expect(text).toContain('hello')
    expect(text).toMatch(/"error":\s*\{|"type":\s*"error"/)
    for (const secret of [key, '10.1.2.3', 'xxxx', 'yyyy']) expect(text).not.toContain(secret)
    expect(Number(paid)).toBeLessThan(4)
  })
})

it('is told as one in a choice of chat completions', async () => {
  for (const choice of [
    { index: 0, delta: {}, error, finish_reason: null },
    { index: 0, delta: { content: '' }, finish_reason: 'error' },
  ]) {
    const own = await rigFor('openai-chat')
    supplier.play({ frames: [start['openai-chat'], data({ id: 'a', choices: [choice] })] })
    const { text } = await brokenOff(own, 'openai-chat')
    expect(text).not.toContain(key)
    expect(text).not.toContain('finish_reason":"error"')
  }
})

it.each<[DialectName, string]>([
  [
    'anthropic-messages',
    data({
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: 9, output_tokens: 2 },
    }) + data({ type: 'message_stop' }),
  ],
  [
    'openai-responses',
    data({
      type: 'response.completed',
      response: {
        id: 'r',
        status: 'completed',
        output: [],
        usage: { input_tokens: 9, output_tokens: 2 },
      },
    }),
  ],
])('an error behind the end of a stream of %s does not go out', async (dialect, end) => {
  const own = await rigOf({
    channels: [channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: [dialect] } })],
  })
  const behind = [data({ error }), data({ type: 'error', message: words }), `data: ${words}\n\n`]
  supplier.play({ frames: [start[dialect], end, ...behind, ': the end\n\n'] })
  const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Say.' }] }] as const
  const { bytes } = await askBytes(own, requestOf({ stream: true, messages }, dialect))
  expect(new TextDecoder().decode(bytes)).toBe(`${start[dialect]}${end}: the end\n\n`)
  await until(() => own.ledger.ends().length === 1)
  expect(own.ledger.ends()[0]?.usage).toMatchObject({ outcome: 'complete' })
})

it.each(dialects)(
  'an error goes on in the numbers of a stream of Responses over %s',
  async (dialect) => {
    const own = await rigFor(dialect)
    const numbered = start['openai-responses']
      .replace('"type":"response.created"', '"type":"response.created","sequence_number":0')
      .replace(
        '"type":"response.output_text.delta"',
        '"type":"response.output_text.delta","sequence_number": 41',
      )
    const frames = [dialect === 'openai-responses' ? numbered : start[dialect], data({ error })]
    supplier.play({ frames })
    const { text } = await brokenOff(own, 'openai-responses')
    const numbers = [...text.matchAll(/"sequence_number":\s?(\d+)/g)].map(([, figure]) =>
      Number(figure),
    )
    expect(numbers.length).toBeGreaterThan(2)
    expect(numbers.at(-1)).toBe((numbers.at(-2) ?? 0) + 1)
    expect(text.slice(text.lastIndexOf('sequence_number'))).toBe(
      `sequence_number":${numbers.at(-1)}}\n\n`,
    )
  },
)

it('a frame without an end ends the stream, and nothing of it is paid for', async () => {
  for (const dialect of dialects) {
    const own = await rigFor(dialect)
    const endless = Array.from({ length: 40 }, () => 'z'.repeat(1024 * 1024))
    supplier.play({ frames: [start[dialect], 'data: {"padding":"', ...endless], holds: true })
    const { text, paid } = await brokenOff(own, dialect)
    expect(text).not.toContain('zzzz')
    expect(text.length).toBeLessThan(4_000)
    expect(Number(paid)).toBeLessThan(4)
  }
})
