import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '../../../canonical/event.ts'
import { type Fields, fieldsOf, listOf } from '../../../bytes/fields.ts'
import { dataOf } from '../../../bytes/framing.ts'
import type { ModelRequest } from '../../../canonical/request.ts'
import { openAiResponses } from '../dialect.ts'

const { asServer, asClient } = openAiResponses

function requestOf(more: object = {}): ModelRequest {
  const read = asServer.request({ model: 'm', input: 'Hi', ...more })
  if (!read.ok) throw new Error(read.field)
  return read.value
}

const start: ModelEvent = { kind: 'start', id: 'chatcmpl-1', model: 'gpt', created: 7 }
const text = (words: string): ModelEvent => ({ kind: 'text', answer: 0, text: words })
const call = (index: number, id: string | null, words: string) => ({
  kind: 'tool-call' as const,
  answer: 0,
  index,
  id,
  name: id === null ? null : 'f',
  arguments: words,
})
const ended = (reason: 'stop' | 'length' | 'tool-calls' | 'content-filter'): ModelEvent[] => [
  { kind: 'answer-end', answer: 0, reason },
  { kind: 'end' },
]

function framesOf(events: readonly ModelEvent[], request = requestOf()): string[] {
  let state = asServer.open(request)
  let written = ''
  for (const event of events) {
    const [next, frames] = asServer.frames(state, event)
    state = next
    written += frames
  }
  return written.split(/(?<=\n\n)/)
}

const dataIn = (frame: string): Fields => fieldsOf(JSON.parse(dataOf(frame) ?? '')) ?? {}

const written = (events: readonly ModelEvent[], request?: ModelRequest): Fields[] =>
  framesOf(events, request).map(dataIn)

const typesOf = (events: readonly Fields[]): string[] =>
  events.map(({ type }) => String(type).replace(/^response\./, ''))

const responseIn = (event: Fields | undefined): Fields => fieldsOf(event?.['response']) ?? {}

function reread(events: readonly ModelEvent[]): ModelEvent[] {
  let state = asClient.start()
  const read: ModelEvent[] = []
  for (const frame of framesOf(events)) {
    const [next, more] = asClient.step(state, frame)
    state = next
    read.push(...more)
  }
  return read
}

describe('frames', () => {
  it('say everything in the order that clients wait for, numbered from 0', () => {
    const frames = framesOf([start, text('Hel'), text('lo'), ...ended('stop')])
    const events = frames.map(dataIn)
    expect(typesOf(events)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'content_part.added',
      'output_text.delta',
      'output_text.delta',
      'output_text.done',
      'content_part.done',
      'output_item.done',
      'completed',
    ])
    expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, at) => at))
    for (const frame of frames) {
      expect(frame).toMatch(/^event: (\S+)\ndata: \{"type":"\1",.*\}\n\n$/)
    }
  })

  it('end with the whole response', () => {
    const events = written([
      start,
      text('Hello'),
      { kind: 'answer-end', answer: 0, reason: 'stop' },
      {
        kind: 'usage',
        usage: { ...openAiUsage, cache_write_1h: 3 },
        tier: 'priority',
      },
      { kind: 'end' },
    ])
    expect(responseIn(events.at(-1))).toMatchObject({
      id: 'resp_chatcmpl-1',
      object: 'response',
      created_at: 7,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model: 'gpt',
      output: [
        {
          id: 'msg_chatcmpl-1_0',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Hello', annotations: [], logprobs: [] }],
        },
      ],
      service_tier: 'priority',
      usage: {
        input_tokens: 14,
        input_tokens_details: {
          cached_tokens: 4,
          cache_write_tokens: 5,
          cache_write_tokens_details: { ttl_30m_tokens: 2, ttl_12h_tokens: 3 },
        },
        output_tokens: 6,
        output_tokens_details: { reasoning_tokens: 1 },
        total_tokens: 20,
      },
    })
  })

  it('keep calls apart whose fragments come in turns', () => {
    const events = written([
      start,
      call(0, 'a', '{"x":'),
      call(1, 'b', '{}'),
      call(0, null, '1}'),
      ...ended('tool-calls'),
    ])
    expect(typesOf(events).slice(2)).toEqual([
      'output_item.added',
      'function_call_arguments.delta',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    expect(listOf(responseIn(events.at(-1))['output'])).toMatchObject([
      { call_id: 'a', name: 'f', arguments: '{"x":1}', status: 'completed' },
      { call_id: 'b', name: 'f', arguments: '{}', status: 'completed' },
    ])
  })

  it('take two calls with one index for two, and a repeated id for one', () => {
    const two = written([start, call(0, 'a', '{}'), call(0, 'b', '{}'), ...ended('tool-calls')])
    expect(listOf(responseIn(two.at(-1))['output'])).toHaveLength(2)
    const one = written([start, call(0, 'a', '{'), call(0, 'a', '}'), ...ended('tool-calls')])
    expect(listOf(responseIn(one.at(-1))['output'])).toMatchObject([{ arguments: '{}' }])
  })

  it('have refusals beside texts, in parts of one message', () => {
    const refusal: ModelEvent = { kind: 'refusal', answer: 0, text: 'No' }
    const events = written([start, text('a'), refusal, ...ended('stop')])
    const added = events.filter(({ type }) => type === 'response.content_part.added')
    expect(added.map((event) => event['content_index'])).toEqual([0, 1])
    expect(listOf(responseIn(events.at(-1))['output'])).toMatchObject([
      { content: [{ text: 'a' }, { type: 'refusal', refusal: 'No' }] },
    ])
  })

  it('begin other reasoning with another id', () => {
    const reasoned = (id: string, words: string): ModelEvent => ({
      kind: 'reasoning',
      answer: 0,
      text: words,
      signature: null,
      id,
    })
    const events = written([start, reasoned('rs_1', 'a'), reasoned('rs_2', 'b'), ...ended('stop')])
    expect(listOf(responseIn(events.at(-1))['output'])).toMatchObject([
      { id: 'rs_1', summary: [{ text: 'a' }] },
      { id: 'rs_2', summary: [{ text: 'b' }] },
    ])
  })

  it('have an empty object where a call has no arguments', () => {
    const events = written([start, call(0, 'a', ''), ...ended('tool-calls')])
    expect(events.find(({ delta }) => delta === '{}')).toBeDefined()
    expect(listOf(responseIn(events.at(-1))['output'])).toMatchObject([{ arguments: '{}' }])
  })

  it('repeat no more logprobs in the end than can be written in a turn; a whole answer has them all', () => {
    const top = Array.from({ length: 20 }, () => ({ token: 'b', logprob: -1, bytes: [98] }))
    const said = Array.from({ length: 1_000 }, (): ModelEvent[] => [
      text('a'),
      { kind: 'logprobs', answer: 0, tokens: [{ token: 'a', logprob: -1, bytes: [97], top }] },
    ])
    const events = [start, ...said.flat(), ...ended('stop')]
    const found = written(events)
    const withTokens = found.filter((event) => JSON.stringify(event).includes('"top_logprobs":[{'))
    expect(typesOf(withTokens)).toEqual(said.map(() => 'output_text.delta'))
    const [item] = listOf(asServer.answer(events, requestOf())['output'])
    expect(item).toMatchObject({ content: [{ logprobs: { length: 1_000 } }] })
  })

  it('have all logprobs of a text with it in the end', () => {
    const token = (words: string) => ({ token: words, logprob: -1, bytes: null, top: [] })
    const events = written([
      start,
      text('a'),
      { kind: 'logprobs', answer: 0, tokens: [token('a')] },
      text('b'),
      { kind: 'logprobs', answer: 0, tokens: [token('b')] },
      ...ended('stop'),
    ])
    const whole = events.find(({ type }) => type === 'response.output_text.done')
    expect(whole).toMatchObject({ text: 'ab', logprobs: [{ token: 'a' }, { token: 'b' }] })
    expect(listOf(responseIn(events.at(-1))['output'])).toMatchObject([
      { content: [{ logprobs: [{ token: 'a' }, { token: 'b' }] }] },
    ])
  })

  it('call an answer that was cut short incomplete', () => {
    const cut = written([start, text('Hel'), ...ended('length')]).at(-1)
    expect(cut?.['type']).toBe('response.incomplete')
    expect(responseIn(cut)).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'incomplete' }],
    })
    const filtered = written([start, ...ended('content-filter')]).at(-1)
    expect(responseIn(filtered)['incomplete_details']).toEqual({ reason: 'content_filter' })
  })

  it('fail twice: for who throws at an error and for who waits for the response', () => {
    const failure = { kind: 'overloaded', message: 'Busy', code: null, parameter: null } as const
    const [error, failed] = written([start, text('Hel'), { kind: 'failed', failure }]).slice(-2)
    expect(error).toMatchObject({
      type: 'error',
      code: 'server_is_overloaded',
      message: 'Busy',
      error: { type: 'server_error', code: 'server_is_overloaded', message: 'Busy' },
    })
    expect(failed?.['type']).toBe('response.failed')
    expect(responseIn(failed)).toMatchObject({
      status: 'failed',
      error: { code: 'server_is_overloaded', message: 'Busy' },
      output: [{ status: 'incomplete' }],
    })
  })

  it('have a whole answer that is the last response of the stream', () => {
    const request = requestOf({ tools: [{ type: 'function', name: 'f', parameters: {} }] })
    const events = [start, text('a'), call(0, 'a', ''), text('b'), ...ended('tool-calls')]
    expect(asServer.answer(events, request)).toEqual(responseIn(written(events, request).at(-1)))
  })
})

const openAiUsage = {
  input: 5,
  output: 5,
  cache_read: 4,
  cache_write_5m: 2,
  cache_write_1h: 0,
  reasoning: 1,
  audio_in: 0,
  audio_out: 0,
  image_in: 0,
  image_out: 0,
}

it('a response repeats what was asked', () => {
  const asked = {
    instructions: 'Be brief.',
    temperature: 0.2,
    max_output_tokens: 50,
    tool_choice: { type: 'function', name: 'f' },
    text: { format: { type: 'json_schema', name: 'out', schema: {} }, verbosity: 'low' },
    metadata: { a: 'b' },
    previous_response_id: 'resp_0',
    store: false,
    parallel_tool_calls: false,
  }
  const tools = [{ type: 'function', name: 'f', parameters: {}, strict: false }]
  const answer = asServer.answer([start, ...ended('stop')], requestOf({ ...asked, tools }))
  expect(answer).toMatchObject({ ...asked, tools, top_p: 1, truncation: 'disabled' })
})

describe('signatures', () => {
  const signed: readonly ModelEvent[] = [
    start,
    { kind: 'reasoning', answer: 0, text: 'Hm', signature: null, id: 'rs_chatcmpl-1_0' },
    { kind: 'reasoning', answer: 0, text: '', signature: 'anthropic-messages:s1' },
    {
      kind: 'reasoning',
      answer: 0,
      text: '',
      signature: 'anthropic-messages:s2',
      redacted: true,
      id: 'rs_chatcmpl-1_1',
    },
    {
      kind: 'reasoning',
      answer: 0,
      text: '',
      signature: 'anthropic-messages:s3',
      id: 'rs_chatcmpl-1_2',
    },
    text('Words'),
    { kind: 'text', answer: 0, text: '', signature: 'gemini:s4' },
    { ...call(0, 'a', ''), signature: 'gemini:s5' },
    call(0, null, '{}'),
    call(1, 'b', ''),
    call(1, null, '{}'),
  ]

  it('come back in a stream', () => {
    const sent = { ...start, id: 'resp_chatcmpl-1' }
    expect(reread([...signed, ...ended('tool-calls')])).toEqual([
      sent,
      ...signed.slice(1),
      ...ended('tool-calls'),
    ])
  })

  it('come back with the next turn', () => {
    const { output } = asServer.answer([...signed, ...ended('tool-calls')], requestOf())
    expect(requestOf({ input: output }).messages).toEqual([
      {
        role: 'assistant',
        name: null,
        parts: [
          {
            kind: 'reasoning',
            text: 'Hm',
            signature: 'anthropic-messages:s1',
            id: 'rs_chatcmpl-1_0',
          },
          {
            kind: 'reasoning',
            text: '',
            signature: 'anthropic-messages:s2',
            redacted: true,
            id: 'rs_chatcmpl-1_1',
          },
          {
            kind: 'reasoning',
            text: '',
            signature: 'anthropic-messages:s3',
            id: 'rs_chatcmpl-1_2',
          },
          { kind: 'text', text: 'Words', signature: 'gemini:s4' },
          { kind: 'tool-call', id: 'a', name: 'f', arguments: '{}', signature: 'gemini:s5' },
          { kind: 'tool-call', id: 'b', name: 'f', arguments: '{}' },
        ],
      },
    ])
  })

  it('of the service’s own go back as they came', () => {
    const own = { kind: 'reasoning', answer: 0, text: '', redacted: true } as const
    const answer = asServer.answer(
      [start, { ...own, signature: 'openai-responses:gAAAA' }, ...ended('stop')],
      requestOf(),
    )
    expect(answer['output']).toMatchObject([{ encrypted_content: 'gAAAA' }])
  })

  it('never leave for a supplier with a mark', () => {
    const { output } = asServer.answer([...signed, ...ended('tool-calls')], requestOf())
    const { body, dropped } = asClient.body(requestOf({ input: output }))
    expect(JSON.stringify(body)).not.toContain('posthouse')
    expect(dropped).toContain('signature')
  })
})
