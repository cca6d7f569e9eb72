import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { type Quirk, quirkNames } from '@posthouse/llm/suppliers/supplier'
import { supplierOf, supplierTypes } from '@posthouse/llm/suppliers/suppliers'
import { describe, expect, it } from 'vitest'
import { asked, sentTo } from '../../../gateway/tests/rig/sent-to.ts'

/*
 * Each quirk at a supplier that has it: what a client of OpenAI's dialect sends, and what the same becomes
 * when a client of another dialect asks it.
 */

type Sent = Awaited<ReturnType<typeof sentTo>>

type Case = {
  readonly type: number
  readonly model?: string
  /** Fields of the bodies, by the dialect of the client. A dialect that cannot say it is not here. */
  readonly said: Readonly<Partial<Record<DialectName, object>>>
  readonly stream?: true
  readonly sent: object
  readonly absent?: readonly string[]
  /** What each client is told. */
  readonly dropped?: readonly (readonly string[])[]
}

const user = { role: 'user', content: 'a' }
const result = { role: 'tool', tool_call_id: 'call_abc', content: 'x' }
const call = { id: 'call_abc', type: 'function', function: { name: 'f', arguments: '{}' } }
const turn = { role: 'assistant', content: null, tool_calls: [call] }
const longId = `functions.${'mcp__docs__lookup'.repeat(2)}:0`
const longTurn = { ...turn, tool_calls: [{ ...call, id: longId }] }
const fortyId = expect.stringMatching(/^functions_mcp__docs__lookup[a-z0-9_]{1,13}$/)
const geminiUser = { role: 'user', parts: [{ text: 'a' }] }
const shortId = expect.stringMatching(/^[a-zA-Z0-9]{9}$/)
const short = [
  user,
  { role: 'assistant', tool_calls: [{ id: shortId }] },
  { role: 'tool', tool_call_id: shortId },
]

const cases: Readonly<Record<Quirk, Case>> = {
  'no-stream-options': {
    type: 30,
    stream: true,
    said: {
      'openai-chat': { messages: [user], stream: true, stream_options: { include_usage: true } },
      'openai-responses': { input: 'a', stream: true },
    },
    sent: { stream: true },
    absent: ['stream_options'],
  },
  'max-tokens-only': {
    type: 29,
    said: {
      'openai-chat': { messages: [user], max_completion_tokens: 99 },
      'openai-responses': { input: 'a', max_output_tokens: 99 },
    },
    sent: { max_tokens: 99 },
    absent: ['max_completion_tokens'],
  },
  'completion-tokens-only': {
    type: 3,
    said: {
      'openai-chat': { messages: [user], max_tokens: 99 },
      'openai-responses': { input: 'a', max_output_tokens: 99 },
      'anthropic-messages': { messages: [user], max_tokens: 99 },
    },
    sent: { max_completion_tokens: 99 },
    absent: ['max_tokens'],
  },
  'original-fields': {
    type: 8,
    said: {
      'openai-responses': {
        instructions: 'Be brief.',
        input: [
          { role: 'developer', content: [{ type: 'input_text', text: 'Use tools.' }] },
          user,
          { role: 'developer', content: 'Now.' },
          { role: 'assistant', content: 'b' },
          { role: 'system', content: 'Later.' },
          { role: 'user', content: [{ type: 'input_text', text: 'c' }] },
        ],
        tools: [{ type: 'function', name: 'f', parameters: {}, strict: true }],
        parallel_tool_calls: true,
        prompt_cache_key: 'k',
        service_tier: 'flex',
        max_output_tokens: 99,
      },
    },
    sent: {
      max_tokens: 99,
      messages: [
        { role: 'system', content: 'Be brief.\n\nUse tools.' },
        { role: 'user', content: 'a\n\nNow.' },
        { role: 'assistant', content: 'b' },
        { role: 'user', content: 'Later.\n\nc' },
      ],
      tools: [{ type: 'function', function: expect.not.objectContaining({ strict: true }) }],
    },
    absent: ['max_completion_tokens', 'parallel_tool_calls', 'prompt_cache_key', 'service_tier'],
    dropped: [['prompt_cache_key', 'service_tier']],
  },
  'no-effort': {
    type: 39,
    said: {
      'openai-responses': { input: 'a', reasoning: { effort: 'high' } },
      'anthropic-messages': {
        messages: [user],
        max_tokens: 9_999,
        thinking: { type: 'enabled', budget_tokens: 2_000 },
      },
      gemini: {
        contents: [geminiUser],
        generationConfig: { thinkingConfig: { thinkingBudget: 2_000 } },
      },
    },
    sent: { messages: [user] },
    absent: ['reasoning_effort'],
    dropped: [['reasoning'], ['thinking'], ['generationConfig.thinkingConfig']],
  },
  'no-developer-role': {
    type: 28,
    said: {
      'openai-chat': { messages: [{ role: 'developer', content: 'developer' }, user] },
      'openai-responses': {
        input: [{ type: 'message', role: 'developer', content: 'developer' }, user],
      },
    },
    sent: { messages: [{ role: 'system', content: 'developer' }, user] },
  },
  'nine-character-call-ids': {
    type: 30,
    said: {
      'openai-chat': { messages: [user, turn, result] },
      'openai-responses': {
        input: [
          user,
          { type: 'function_call', call_id: 'call_abc', name: 'f', arguments: '{}' },
          { type: 'function_call_output', call_id: 'call_abc', output: 'x' },
        ],
      },
    },
    sent: { messages: short },
  },
  'forty-character-call-ids': {
    type: 3,
    said: {
      'openai-chat': { messages: [user, longTurn, { ...result, tool_call_id: longId }] },
      'openai-responses': {
        input: [
          user,
          { type: 'function_call', call_id: longId, name: 'f', arguments: '{}' },
          { type: 'function_call_output', call_id: longId, output: 'x' },
        ],
      },
    },
    sent: {
      messages: [
        user,
        { role: 'assistant', tool_calls: [{ id: fortyId }] },
        { role: 'tool', tool_call_id: fortyId },
      ],
    },
  },
  'no-foreign-fields': {
    type: 30,
    said: {
      'openai-chat': {
        messages: [user, { role: 'assistant', content: 'b', refusal: null, annotations: [] }, user],
        user: 'u-1',
        verbosity: null,
      },
      'anthropic-messages': {
        max_tokens: 99,
        messages: [user, { role: 'assistant', content: 'b' }, user],
        metadata: { user_id: 'u-1' },
      },
    },
    sent: { messages: [user, { role: 'assistant', content: 'b' }, user] },
    absent: ['user', 'verbosity'],
    dropped: [['user'], ['metadata.user_id']],
  },
  'random-seed': {
    type: 30,
    said: {
      'openai-chat': { messages: [user], seed: 7 },
      gemini: { contents: [geminiUser], generationConfig: { seed: 7 } },
    },
    sent: { random_seed: 7 },
    absent: ['seed'],
  },
  'high-effort-or-none': {
    type: 30,
    said: {
      'openai-chat': { messages: [user], reasoning_effort: 'medium' },
      'openai-responses': { input: 'a', reasoning: { effort: 'medium' } },
    },
    sent: { reasoning_effort: 'high' },
  },
  'no-logprobs': {
    type: 31,
    said: {
      'openai-chat': { messages: [user], logprobs: true, top_logprobs: 2 },
      gemini: {
        contents: [geminiUser],
        generationConfig: { responseLogprobs: true, logprobs: 2 },
      },
    },
    sent: {},
    absent: ['logprobs', 'top_logprobs'],
    dropped: [['logprobs'], ['generationConfig.responseLogprobs']],
  },
  'no-message-names': {
    type: 31,
    said: { 'openai-chat': { messages: [{ ...user, name: 'Ann' }] } },
    sent: { messages: [user] },
    dropped: [['messages.name']],
  },
  'reasoning-comes-back': {
    type: 28,
    said: {
      'openai-chat': { messages: [user, turn, result] },
      gemini: {
        contents: [
          geminiUser,
          { role: 'model', parts: [{ functionCall: { id: 'call_abc', name: 'f', args: {} } }] },
          {
            role: 'user',
            parts: [{ functionResponse: { id: 'call_abc', name: 'f', response: { result: 'x' } } }],
          },
        ],
      },
    },
    sent: { messages: [user, { ...turn, reasoning_content: '' }, result] },
  },
  'no-penalties-while-thinking': {
    type: 56,
    model: 'grok-4',
    said: {
      'openai-chat': { messages: [user], presence_penalty: 1, frequency_penalty: 1, stop: ['x'] },
      gemini: {
        contents: [geminiUser],
        generationConfig: { presencePenalty: 1, frequencyPenalty: 1, stopSequences: ['x'] },
      },
    },
    sent: {},
    absent: ['presence_penalty', 'frequency_penalty', 'stop'],
    dropped: [
      ['presence_penalty', 'frequency_penalty', 'stop'],
      [
        'generationConfig.presencePenalty',
        'generationConfig.frequencyPenalty',
        'generationConfig.stopSequences',
      ],
    ],
  },
}

const sentBy = (
  {
    type,
    model = 'm-1',
    stream,
    plugin = {},
  }: Pick<Case, 'type' | 'model' | 'stream'> & {
    readonly plugin?: Readonly<Record<string, unknown>>
  },
  dialect: DialectName,
  said: object,
): Promise<Sent> => {
  const body = dialect === 'gemini' ? said : { model, ...said }
  const limits = ['max_completion_tokens', 'max_tokens'].filter((name) => name in said)
  return sentTo(
    { type, plugin, baseUrl: 'https://a.example' },
    {
      dialect,
      model,
      body: Buffer.from(JSON.stringify(body)),
      stream: stream === true,
      outputLimit: limits.length === 0 ? null : 99,
      outputLimitFields: limits,
    },
    model,
  )
}

describe.each(quirkNames)('%s', (quirk) => {
  const { said, sent, absent = [], dropped = [], ...where } = cases[quirk]

  it('is a supplier’s', () => {
    expect(supplierOf(where.type).quirks).toContain(quirk)
  })

  // The keys are what `said` was written with.
  const clients = Object.entries(said) as [DialectName, object][]
  it.each(clients)('a client of %s', async (dialect, body) => {
    const left = await sentBy(where, dialect, body)
    expect(left.body).toMatchObject(sent)
    for (const name of absent) expect(left.body).not.toHaveProperty(name)
    const told = dropped[clients.findIndex(([name]) => name === dialect)] ?? []
    expect(left.dropped).toEqual(told)
  })
})

it('leaves a body that no quirk changes byte for byte', async () => {
  const said = { messages: [user], stop: 'x', seed: 1, name: 1.0 }
  for (const type of supplierTypes.filter(
    (known) => supplierOf(known).speaks[0] === 'openai-chat',
  )) {
    if (type === 30) continue
    const model = type === 56 ? 'grok-4-fast-non-reasoning' : 'm-1'
    const { body, dropped } = await sentBy({ type, model }, 'openai-chat', said)
    expect([body, dropped]).toEqual([{ model, ...said }, []])
  }
})

describe('a channel says more of its server', () => {
  const old = { messages: [user], max_tokens: 99 }
  const young = { messages: [user], max_completion_tokens: 99 }
  const thinks = { input: 'a', max_output_tokens: 99, reasoning: { effort: 'high' } }

  it.each([
    ['nothing', {}, old, old],
    ['nothing', {}, young, young],
    ['the new limit', { output_limit: 'max_completion_tokens' }, old, young],
    ['the old limit', { output_limit: 'max_tokens' }, young, old],
    ['the old limit', { output_limit: 'max_tokens' }, old, old],
  ])('%s, in the same dialect', async (_, plugin, said, left) => {
    for (const type of [8, 901]) {
      const { body } = await sentBy({ type, plugin }, 'openai-chat', said)
      if (type === 8) expect(body).toEqual({ model: 'm-1', ...left })
      else expect(body).toHaveProperty('max_tokens', 99)
    }
  })

  it.each([
    [8, {}, old],
    [8, { reasoning_effort: true }, { ...old, reasoning_effort: 'high' }],
    [39, { reasoning_effort: true }, { ...old, reasoning_effort: 'high' }],
    [8, { output_limit: 'max_completion_tokens' }, young],
    [3, {}, { ...young, reasoning_effort: 'high' }],
    [3, { output_limit: 'max_tokens', reasoning_effort: false }, old],
  ])('for a client of Responses, of type %d: %o', async (type, plugin, left) => {
    const { body } = await sentBy({ type, plugin }, 'openai-responses', thinks)
    expect(body).toEqual({ model: 'm-1', ...left })
  })
})

describe('a supplier that wants reasoning back', () => {
  const calling = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'b' },
      { type: 'tool_use', id: 't_1', name: 'f', input: {} },
    ],
  }
  const answered = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't_1', content: 'x' }],
  }
  const thinking = { type: 'thinking', thinking: '', signature: '' }
  const history = (turn: object) => ({ max_tokens: 99, messages: [user, turn, answered] })

  it('gets it from a client of Messages, too', async () => {
    const { body } = await sentBy({ type: 28 }, 'anthropic-messages', history(calling))
    const told = { ...calling, content: [thinking, ...calling.content] }
    expect(body).toEqual({ model: 'm-1', ...history(told) })
  })

  it.each([
    ['that has it', history({ ...calling, content: [thinking, ...calling.content] })],
    ['without calls', history({ ...calling, content: 'tool_use' })],
    ['that is not to think', { ...history(calling), thinking: { type: 'disabled' } }],
  ])('and leaves a turn alone %s', async (_, said) => {
    const { body } = await sentBy({ type: 28 }, 'anthropic-messages', said)
    expect(body).toEqual({ model: 'm-1', ...said })
  })
})

it('takes both ends of a call for the same, and different ones apart', async () => {
  const other = { ...call, id: 'call_abd' }
  const messages = [{ ...turn, tool_calls: [call, other] }, result]
  const { body } = await sentBy({ type: 30 }, 'openai-chat', { messages })
  const [first, second] = JSON.parse(JSON.stringify(body)).messages
  expect(first.tool_calls[0].id).toBe(second.tool_call_id)
  expect(first.tool_calls[1].id).not.toBe(second.tool_call_id)
})

it('asks suppliers without quirks as it was asked', async () => {
  const { body } = await sentTo({ type: 8, baseUrl: 'https://a.example' })
  expect(body).toEqual(asked)
})
