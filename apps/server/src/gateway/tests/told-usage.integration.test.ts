import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { inputTokensOf, outputTokensOf, type Usage } from '@posthouse/llm/canonical/usage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askBytes, askCell, requestOf } from './conformance/ask-cell.ts'
import { channel, onePerToken, type Rig, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/*
 * A supplier that reports what cannot be: the client is told what it is charged, in its own dialect as in any other,
 * and the row says what was claimed.
 */

const text = 'All work and no play makes a dull answer. '.repeat(100)
const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`

type Figures = readonly [input: number, output: number]

const usages: Record<DialectName, (figures: Figures) => object> = {
  'openai-chat': ([prompt_tokens, completion_tokens]) => ({ prompt_tokens, completion_tokens }),
  'openai-responses': ([input_tokens, output_tokens]) => ({ input_tokens, output_tokens }),
  'anthropic-messages': ([input_tokens, output_tokens]) => ({ input_tokens, output_tokens }),
  gemini: ([promptTokenCount, candidatesTokenCount]) => ({
    promptTokenCount,
    candidatesTokenCount,
  }),
}

const message = {
  type: 'message',
  id: 'm',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
}

const wholes: Record<DialectName, (usage: object) => object> = {
  'openai-chat': (usage) => ({
    id: 'c',
    choices: [{ index: 0, message: { content: text }, finish_reason: 'stop' }],
    usage,
  }),
  'openai-responses': (usage) => ({ id: 'r', status: 'completed', output: [message], usage }),
  'anthropic-messages': (usage) => ({
    type: 'message',
    id: 'm',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage,
  }),
  gemini: (usageMetadata) => ({
    candidates: [{ index: 0, content: { parts: [{ text }] }, finishReason: 'STOP' }],
    usageMetadata,
  }),
}

const streams: Record<DialectName, (usage: object) => string[]> = {
  'openai-chat': (usage) => [
    frame({ id: 'c', choices: [{ index: 0, delta: { content: text } }] }),
    frame({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
    frame({ id: 'c', choices: [], usage }),
    'data: [DONE]\n\n',
  ],
  'openai-responses': (usage) => [
    frame({ type: 'response.created', response: { id: 'r', output: [] } }),
    frame({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: text }),
    frame({ type: 'response.completed', response: wholes['openai-responses'](usage) }),
  ],
  'anthropic-messages': (usage) => [
    frame({ type: 'message_start', message: { id: 'm', usage: { ...usage, output_tokens: 1 } } }),
    frame({ type: 'content_block_start', index: 0, content_block: { type: 'text', text } }),
    frame({ type: 'content_block_stop', index: 0 }),
    frame({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage }),
    frame({ type: 'message_stop' }),
  ],
  gemini: (usage) => [frame(wholes.gemini(usage))],
}

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

const told = (dialect: DialectName, figures: Figures, stream: boolean) =>
  toldOf(dialect, usages[dialect](figures), stream)

async function toldOf(dialect: DialectName, usage: object, stream: boolean) {
  supplier.play(
    stream
      ? { frames: streams[dialect](usage) }
      : { frames: [JSON.stringify(wholes[dialect](usage))], contentType: 'application/json' },
  )
  const own = channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: [dialect] } })
  const rig: Rig = await stand({ channels: [own], prices: [{ ...onePerToken, model: '*' }] })
  const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Go.' }] }] as const
  const request = requestOf({ stream, messages, outputLimit: 2_000 }, dialect)
  const { seen } = await askCell(rig, request, () => null)
  await until(() => rig.ledger.ends().length === 1)
  const row = rig.ledger.ends()[0]?.usage ?? {}
  const last = seen.events.findLast((event) => event.kind === 'usage')
  expect(seen.text).toBe(text)
  return { usage: last?.usage ?? null, row }
}

const figuresOf = (usage: Usage | null) =>
  usage && [BigInt(inputTokensOf(usage)), BigInt(outputTokensOf(usage))]

const impossible: readonly (readonly [string, Figures])[] = [
  ['0 and 0', [0, 0]],
  ['1 and 1', [1, 1]],
  ['something and 0', [9, 0]],
  ['0 and something', [0, 900]],
  ['a minus', [-1, -1]],
  ['more than can be', [900_000, 900_000]],
]

describe.each(dialectNames)('a client of %s before its own', (dialect: DialectName) => {
  describe.each([false, true])('streamed: %s', (stream) => {
    // The figures are judged alike in every dialect: one has all of them.
    const asked = dialect === 'openai-chat' ? impossible : impossible.slice(1, 2)
    it.each(asked)('is told what is charged when its supplier says %s', async (_, figures) => {
      const { usage, row } = await told(dialect, figures, stream)
      expect(figuresOf(usage)).toEqual([row['input_tokens'], row['output_tokens']])
      expect(Number(row['output_tokens'])).toBeGreaterThan(700)
      // What is no number of tokens at all is in the outcome.
      if (figures[0] !== figures[1]) expect(row['doubts']).not.toBe('')
    })

    it('is told what its supplier says where it can be', async () => {
      const { usage, row } = await told(dialect, [9, 950], stream)
      expect(figuresOf(usage)).toEqual([9n, 950n])
      expect(row).toMatchObject({ usage_source: 'reported', doubts: '' })
    })
  })
})

it('shows at a repeat from the cache what the client of the first answer was told', async () => {
  for (const [stream, figures] of [
    [false, [1, 1]],
    [true, [1, 1]],
    [false, [900_000, 900_000]],
  ] as const) {
    const usage = usages['openai-chat'](figures)
    supplier.play(
      stream
        ? { frames: streams['openai-chat'](usage) }
        : {
            frames: [JSON.stringify(wholes['openai-chat'](usage))],
            contentType: 'application/json',
          },
    )
    const own = channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: ['openai-chat'] } })
    const prices = [{ ...onePerToken, model: '*' }]
    const rig = await stand({ channels: [own], prices, token: { cache: true } })
    const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Go.' }] }] as const
    const request = requestOf({ stream, messages }, 'openai-chat')
    for (const ends of [1, 2]) {
      await askBytes(rig, request)
      await until(() => rig.ledger.ends().length === ends)
    }
    const [first, again] = rig.ledger.ends().map((end) => end.usage)
    expect(again).toMatchObject({ outcome: 'cache-hit' })
    for (const side of ['input_tokens', 'output_tokens']) expect(again?.[side]).toBe(first?.[side])
  }
})

const overfull: Record<DialectName, object> = {
  'openai-chat': {
    prompt_tokens: 9,
    completion_tokens: 950,
    completion_tokens_details: { reasoning_tokens: 7_000 },
    prompt_tokens_details: { cached_tokens: 8_000 },
  },
  'openai-responses': {
    input_tokens: 9,
    output_tokens: 950,
    input_tokens_details: { cached_tokens: 8_000 },
    output_tokens_details: { reasoning_tokens: 7_000 },
  },
  'anthropic-messages': {
    input_tokens: 9,
    output_tokens: 950,
    output_tokens_details: { thinking_tokens: 7_000 },
  },
  gemini: {
    promptTokenCount: 9,
    cachedContentTokenCount: 8_000,
    candidatesTokenCount: 950,
    candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 7_000 }],
  },
}

it.each(dialectNames)('parts above their whole are flagged, in %s', async (dialect) => {
  const usage = overfull[dialect]
  for (const stream of [false, true]) {
    const { row } = await toldOf(dialect, usage, stream)
    const input = { what: 'input', claimed: 8_000, believed: 9 }
    const output = { what: 'output', claimed: 7_000, believed: 950 }
    expect(JSON.parse(String(row['doubts']))).toEqual(
      dialect === 'anthropic-messages' ? [output] : [input, output],
    )
  }
})

const stop = { index: 0, finish_reason: 'stop' }

describe.each<[string, (usage: object) => object]>([
  ['in x_groq', (usage) => ({ choices: [stop], x_groq: { id: 'g', usage } })],
  ['in a choice', (usage) => ({ choices: [{ ...stop, usage }] })],
  [
    'in both, and at the top',
    (usage) => ({ choices: [{ ...stop, usage }], x_groq: { usage }, usage }),
  ],
])('usage %s', (_, lastOf) => {
  it.each([
    [false, true],
    [false, false],
    [true, true],
    [true, false],
  ])('is told as it is charged (streamed: %s, asked for: %s)', async (stream, usageAsked) => {
    const last = { id: 'c', ...lastOf(usages['openai-chat']([876_543, 876_543])) }
    const whole = { ...last, choices: [{ ...stop, message: { content: text }, ...choiceIn(last) }] }
    supplier.play(
      stream
        ? { frames: [...streams['openai-chat']({}).slice(0, 1), frame(last), 'data: [DONE]\n\n'] }
        : { frames: [JSON.stringify(whole)], contentType: 'application/json' },
    )
    const own = channel({ type: 8, baseUrl: supplier.url })
    const rig = await stand({ channels: [own], prices: [{ ...onePerToken, model: '*' }] })
    const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Go.' }] }] as const
    const request = requestOf({ stream, messages, outputLimit: 2_000, usageAsked }, 'openai-chat')
    const { bytes } = await askBytes(rig, request)
    await until(() => rig.ledger.ends().length === 1)
    const told = new TextDecoder().decode(bytes)
    expect(told).toContain(text)
    expect(told).not.toContain('876543')
    const row = rig.ledger.ends()[0]?.usage ?? {}
    for (const [, output] of told.matchAll(/"completion_tokens":(\d+)/g)) {
      expect(BigInt(output ?? 0)).toBe(row['output_tokens'])
    }
  })
})

const choiceIn = (answer: object): object =>
  'choices' in answer && Array.isArray(answer.choices) ? answer.choices[0] : {}

it('a later report that takes something back loses', async () => {
  const frames = streams['openai-chat']({ prompt_tokens: 9, completion_tokens: 950 })
  const later = frame({ id: 'c', choices: [], usage: { prompt_tokens: 0, completion_tokens: 1 } })
  supplier.play({ frames: frames.toSpliced(-1, 0, later) })
  const own = channel({ type: 8, baseUrl: supplier.url })
  const rig = await stand({ channels: [own], prices: [{ ...onePerToken, model: '*' }] })
  const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Go.' }] }] as const
  const { seen } = await askCell(
    rig,
    requestOf({ stream: true, messages }, 'openai-chat'),
    () => null,
  )
  await until(() => rig.ledger.ends().length === 1)
  expect(rig.ledger.ends()[0]).toMatchObject({ amount: 959n })
  const last = seen.events.findLast((event) => event.kind === 'usage')
  expect(figuresOf(last?.usage ?? null)).toEqual([9n, 950n])
})

it('knows every dialect', () => {
  expect(Object.keys(streams)).toEqual(Object.keys(dialects))
})
