import { assert as check, array, constantFrom, integer, oneof, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ModelEvent, StopReason } from '../../../canonical/event.ts'
import { type Fields, fieldsOf, listOf, parsedFields, textOf } from '../../../bytes/fields.ts'
import { decodeRequest } from './request.ts'
import { encodeAnswer } from './answer.ts'
import { frames, open } from './stream.ts'

const asked = decodeRequest({ model: 'claude-x', messages: [] })
if (!asked.ok) throw new Error(asked.reason)
const request = asked.value

const begin: ModelEvent = { kind: 'start', id: 'chatcmpl-1', model: 'gpt', created: 7 }
const text = (words: string, signature?: string): ModelEvent => ({
  kind: 'text',
  answer: 0,
  text: words,
  ...(signature === undefined ? {} : { signature }),
})
const reasoned = (words: string, signature: string | null = null): ModelEvent => ({
  kind: 'reasoning',
  answer: 0,
  text: words,
  signature,
})
const call = (index: number, json: string, name: string | null = null): ModelEvent => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id: name === null ? null : `call_${index}`,
  name,
  arguments: json,
})
const ended = (reason: StopReason = 'stop'): Extract<ModelEvent, { kind: 'answer-end' }> => ({
  kind: 'answer-end',
  answer: 0,
  reason,
})

function written(events: readonly ModelEvent[]): Fields[] {
  let state = open(request)
  let all = ''
  for (const event of events) {
    const [next, more] = frames(state, event)
    state = next
    all += more
  }
  return all
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const [name, data, ...rest] = frame.split('\n')
      const fields = parsedFields(data?.replace('data: ', '') ?? '') ?? {}
      must(name === `event: ${String(fields['type'])}` && rest.length === 0, 'a frame is two lines')
      return fields
    })
}

/** Cheaper than an expectation, of which there would be thousands. */
const must = (holds: boolean, words: string): void => {
  if (!holds) throw new Error(words)
}

/** A client as strict as the vendor's own: it says how a stream is wrong, or what it holds. */
function accumulated([first, ...rest]: readonly Fields[]): Fields {
  const [end, stop] = rest.splice(-2)
  const outer = [first, end, stop].map((event) => event?.['type'])
  must(outer.join() === 'message_start,message_delta,message_stop', `around it: ${outer.join()}`)
  const content: Record<string, unknown>[] = []
  let isOpen = false
  for (const event of rest) {
    if (event['type'] === 'content_block_start') {
      must(!isOpen, 'a block starts in a block')
      content.push({ ...fieldsOf(event['content_block']) })
    }
    must(event['index'] === content.length - 1, 'the number of a block is its place')
    if (event['type'] === 'content_block_delta') {
      must(isOpen, 'a block grows after its stop')
      grow(content.at(-1) ?? {}, fieldsOf(event['delta']) ?? {})
    }
    isOpen = event['type'] !== 'content_block_stop'
  }
  must(!isOpen, 'the last block has no stop')
  const message = { ...fieldsOf(first?.['message']), ...fieldsOf(end?.['delta']) }
  return { ...message, content: content.map(finished) }
}

const finished = (block: Fields): Fields =>
  block['type'] === 'tool_use'
    ? { ...block, input: parsedFields(textOf(block['input']) ?? '') ?? {} }
    : block

const deltaTypes: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
}

function grow(block: Record<string, unknown>, delta: Fields): void {
  const takes = deltaTypes[String(block['type'])] ?? []
  must(takes.includes(String(delta['type'])), 'a fragment of another kind of block')
  const add = (name: string, more: unknown): void => {
    block[name] = `${textOf(block[name]) ?? ''}${String(more)}`
  }
  if (delta['type'] === 'text_delta') add('text', delta['text'])
  if (delta['type'] === 'thinking_delta') add('thinking', delta['thinking'])
  if (delta['type'] === 'signature_delta') add('signature', delta['signature'])
  if (delta['type'] === 'input_json_delta') add('input', delta['partial_json'])
  if (delta['type'] === 'citations_delta') {
    block['citations'] = [...listOf(block['citations']), delta['citation']]
  }
}

const contentOf = (...events: ModelEvent[]): unknown =>
  accumulated(written([begin, ...events, { kind: 'end' }]))['content']

describe('the order of events', () => {
  it('begins with the message, when there is something to say of it', () => {
    const usage = { kind: 'usage', usage: { ...none, input: 9 } } as const
    expect(written([begin])).toEqual([])
    expect(written([begin, usage, text('a')])[0]).toMatchObject({
      message: { id: 'chatcmpl-1', model: 'gpt', content: [], usage: { input_tokens: 9 } },
    })
  })

  it('ends with the reason and all of usage', () => {
    const usage = {
      ...none,
      input: 5,
      output: 4,
      reasoning: 3,
      cache_read: 2,
      cache_write_5m: 1,
      cache_write_1h: 6,
    }
    const events = written([
      begin,
      text('a'),
      ended(),
      { kind: 'usage', usage, tier: 'priority' },
      { kind: 'end' },
    ])
    expect(events.slice(-2)).toEqual([
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: {
          input_tokens: 5,
          cache_creation_input_tokens: 7,
          cache_read_input_tokens: 2,
          cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 6 },
          output_tokens: 7,
          output_tokens_details: { thinking_tokens: 3 },
          service_tier: 'priority',
        },
      },
      { type: 'message_stop' },
    ])
  })

  it('says why: a sequence that was met, a tool, a refusal', () => {
    const stop = (end: ModelEvent) => {
      const { stop_reason, stop_sequence } = accumulated(
        written([begin, text('a'), end, { kind: 'end' }]),
      )
      return [stop_reason, stop_sequence]
    }
    expect(stop({ ...ended(), sequence: 'END' })).toEqual(['stop_sequence', 'END'])
    expect(stop(ended('tool-calls'))).toEqual(['tool_use', null])
    expect(stop(ended('content-filter'))).toEqual(['refusal', null])
  })

  it('says why, though the supplier did not', () => {
    const events = [begin, call(0, '{}', 'f'), { kind: 'end' }] as const
    expect(accumulated(written(events))['stop_reason']).toBe('tool_use')
    expect(encodeAnswer(events, request)['stop_reason']).toBe('tool_use')
  })

  it('is a whole message even if nothing was answered', () => {
    expect(contentOf()).toEqual([])
  })

  it('breaks off with an error', () => {
    const failure = {
      kind: 'rate-limited',
      message: 'slow down',
      code: null,
      parameter: null,
    } as const
    expect(written([begin, text('a'), { kind: 'failed', failure }]).at(-1)).toEqual({
      type: 'error',
      error: { type: 'rate_limit_error', message: 'slow down' },
    })
  })
})

const none = {
  input: 0,
  output: 0,
  cache_read: 0,
  cache_write_5m: 0,
  cache_write_1h: 0,
  reasoning: 0,
  audio_in: 0,
  audio_out: 0,
  image_in: 0,
  image_out: 0,
}

describe('blocks', () => {
  it('change with the kind of content, and with the end of reasoning', () => {
    expect(
      contentOf(
        reasoned('a'),
        reasoned('b', 'anthropic-messages:1'),
        reasoned('c', 'gemini:2'),
        text('d'),
        { kind: 'refusal', answer: 0, text: 'e' },
        { kind: 'reasoning', answer: 0, text: '', signature: 'openai-responses:3', redacted: true },
        text('f'),
      ),
    ).toEqual([
      { type: 'thinking', thinking: 'ab', signature: '1' },
      { type: 'thinking', thinking: 'c', signature: 'posthouse.gemini:2' },
      { type: 'text', text: 'de' },
      { type: 'redacted_thinking', data: 'posthouse.openai-responses:3' },
      { type: 'text', text: 'f' },
    ])
  })

  it('of two calls that grow at once come one after the other', () => {
    const events = [
      call(0, '', 'f'),
      call(0, '{"a":'),
      call(1, '{"b"', 'g'),
      call(0, '1}'),
      text('then'),
      call(1, ':2}'),
    ]
    expect(contentOf(...events)).toEqual([
      { type: 'tool_use', id: 'call_0', name: 'f', input: { a: 1 } },
      { type: 'tool_use', id: 'call_1', name: 'g', input: { b: 2 } },
      { type: 'text', text: 'then' },
    ])
  })

  it('of calls that come one after the other do not wait', () => {
    const before = written([begin, call(0, '{"a":1}', 'f'), call(1, '{', 'g')])
    expect(before.at(-2)).toMatchObject({ content_block: { id: 'call_1' } })
  })

  it('of a call whose supplier gave it no id have one', () => {
    const unnamed: ModelEvent = {
      kind: 'tool-call',
      answer: 0,
      index: 3,
      id: null,
      name: 'f',
      arguments: '{}',
    }
    expect(contentOf(unnamed)).toEqual([
      { type: 'tool_use', id: 'toolu_chatcmpl-1_3', name: 'f', input: {} },
    ])
  })

  it('carry a signature of Gemini’s beside the call or the text that it signs, and back', () => {
    const signed: ModelEvent = { ...call(0, '{}', 'f'), signature: 'gemini:c' } as ModelEvent
    const content = contentOf(text('a', 'gemini:t'), signed)
    expect(content).toEqual([
      { type: 'text', text: 'a' },
      { type: 'thinking', thinking: '', signature: 'posthouse.gemini:t' },
      { type: 'redacted_thinking', data: 'posthouse.gemini:c' },
      { type: 'tool_use', id: 'call_0', name: 'f', input: {} },
    ])
    const back = decodeRequest({ model: 'm', messages: [{ role: 'assistant', content }] })
    expect(back.ok && back.value.messages[0]?.parts).toEqual([
      { kind: 'text', text: 'a' },
      { kind: 'text', text: '', signature: 'gemini:t' },
      { kind: 'tool-call', id: 'call_0', name: 'f', arguments: '{}', signature: 'gemini:c' },
    ])
  })

  it('are those of the first answer', () => {
    const other: ModelEvent = { kind: 'text', answer: 1, text: 'no' }
    const content = [{ type: 'text', text: 'yes' }]
    expect(contentOf(other, text('yes'))).toEqual(content)
    expect(encodeAnswer([begin, other, text('yes')], request)['content']).toEqual(content)
  })
})

const fragments = array(
  oneof(
    constantFrom(
      text('a'),
      text('', 'gemini:t'),
      reasoned('b'),
      reasoned('', 'anthropic-messages:s'),
      reasoned('c', 'gemini:s'),
      { kind: 'reasoning', answer: 0, text: '', signature: 'gemini:r', redacted: true } as const,
      { kind: 'refusal', answer: 0, text: 'd' } as const,
      { kind: 'citation', answer: 0, url: 'u', title: null, from: 0, to: 1 } as const,
      { kind: 'image', answer: 0, source: { kind: 'url', url: 'u' } } as const,
    ),
    record({
      index: integer({ min: 0, max: 3 }),
      json: constantFrom('', '{', '}', '{}', '{"a":1}', '"b":', '2}'),
      name: constantFrom(null, 'f'),
    }).map(({ index, json, name }) => call(index, json, name)),
  ),
  { maxLength: 20 },
)

it('whatever the events, a strict client takes the stream, and finds in it the whole answer', () => {
  check(
    property(fragments, (events) => {
      const all: ModelEvent[] = [begin, ...events, ended(), { kind: 'end' }]
      const { content } = accumulated(written(all))
      expect(content).toEqual(encodeAnswer(all, request)['content'])
    }),
    { numRuns: 200 },
  )
})
