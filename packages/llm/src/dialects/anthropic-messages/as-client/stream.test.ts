import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '../../../canonical/event.ts'
import { answer, finish, start, step } from './stream.ts'

const frame = (type: string, fields: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

function read(...frames: string[]): readonly ModelEvent[] {
  let state = start()
  const events: ModelEvent[] = []
  for (const one of frames) {
    const [next, more] = step(state, one)
    state = next
    events.push(...more)
  }
  return [...events, ...finish(state)]
}

const begin = frame('message_start', { message: { id: 'msg_1', model: 'm' } })
const block = (index: number, content_block: object) =>
  frame('content_block_start', { index, content_block })
const delta = (index: number, fields: object) =>
  frame('content_block_delta', { index, delta: fields })
const close = (index: number) => frame('content_block_stop', { index })
const ending = (fields: object) => frame('message_delta', fields)

const call = (id: string, index: number) => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id,
  name: 'f',
  arguments: '',
})

describe('a stream', () => {
  it('goes on over events, blocks and fragments that are new', () => {
    expect(
      read(
        begin,
        frame('news', { a: 1 }),
        ': comment\n\n',
        block(0, { type: 'fallback' }),
        delta(0, { type: 'text_delta', text: 'a' }),
        delta(0, { type: 'strange_delta', text: 'b' }),
        delta(7, { type: 'input_json_delta', partial_json: '{}' }),
        close(0),
        close(9),
      ).map(({ kind }) => kind),
    ).toEqual(['start', 'text', 'failed'])
  })

  it('is complete with its reason to stop, though its end is missing', () => {
    expect(read(begin, ending({ delta: { stop_reason: 'end_turn' } })).slice(1)).toEqual([
      { kind: 'answer-end', answer: 0, reason: 'stop' },
      { kind: 'end' },
    ])
  })

  it('tells its reason to stop once', () => {
    const stop = ending({ delta: { stop_reason: 'end_turn' } })
    expect(read(begin, stop, stop).map(({ kind }) => kind)).toEqual(['start', 'answer-end', 'end'])
  })

  it('says nothing after its end', () => {
    const end = frame('message_stop', {})
    expect(read(begin, end, begin, end).map(({ kind }) => kind)).toEqual(['start', 'end'])
  })

  it('without a start has one all the same', () => {
    expect(read(block(0, { type: 'text', text: 'a' }))[0]).toMatchObject({ kind: 'start' })
  })

  it('that is no JSON has failed', () => {
    expect(read('data: <html>\n\n')).toMatchObject([
      { kind: 'failed', failure: { kind: 'broken' } },
    ])
  })

  it.each([
    ['end_turn', 'stop'],
    ['pause_turn', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content-filter'],
    ['constructor', 'stop'],
  ])('that stops for %s means %s', (said, reason) => {
    expect(read(begin, ending({ delta: { stop_reason: said } }))[1]).toMatchObject({ reason })
  })

  it('that called a tool ends as a call', () => {
    const events = read(
      begin,
      block(0, { type: 'tool_use', id: 'a', name: 'f', input: {} }),
      ending({ delta: { stop_reason: 'end_turn' } }),
    )
    expect(events.at(-2)).toMatchObject({ reason: 'tool-calls' })
  })

  it('tells usage when it is reported, each time all of it', () => {
    const usage = { input_tokens: 9, cache_read_input_tokens: 4, output_tokens: 1 }
    const told = read(
      frame('message_start', { message: { id: '', model: '', usage } }),
      ending({ delta: {}, usage: { output_tokens: 1 } }),
      ending({ delta: {}, usage: { output_tokens: 8, input_tokens: null } }),
      ending({ delta: {}, usage: { output_tokens: -8 } }),
    ).filter(({ kind }) => kind === 'usage')
    expect(told).toMatchObject([
      { usage: { input: 9, cache_read: 4, output: 1 } },
      { usage: { input: 9, cache_read: 4, output: 1 } },
      { usage: { input: 9, cache_read: 4, output: 8 } },
      { absurd: true },
    ])
  })

  it('gives texts and calls back the signatures that came beside them', () => {
    const beside = { type: 'redacted_thinking', data: 'posthouse.gemini:c' }
    const tool = { type: 'tool_use', id: 'a', name: 'f', input: {} }
    const events = read(
      begin,
      block(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'signature_delta', signature: 'posthouse.gemini:t' }),
      close(0),
      block(1, beside),
      block(2, tool),
      block(3, beside),
      block(4, { type: 'text', text: 'b' }),
      block(5, { ...tool, id: 'b' }),
    )
    expect(events.slice(1, -1)).toEqual([
      { kind: 'text', answer: 0, text: '', signature: 'gemini:t' },
      { ...call('a', 0), signature: 'gemini:c' },
      { kind: 'text', answer: 0, text: 'b' },
      call('b', 1),
    ])
  })

  it('says which words a citation is of, over all blocks of text', () => {
    const cited = { type: 'web_search_result_location', url: 'u', title: 't' }
    const events = read(
      begin,
      block(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'Look: ' }),
      close(0),
      block(1, { type: 'text', text: '' }),
      delta(1, { type: 'citations_delta', citation: cited }),
      delta(1, { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } }),
      delta(1, { type: 'text_delta', text: 'rain' }),
      close(1),
    )
    expect(events.filter(({ kind }) => kind === 'citation')).toEqual([
      { kind: 'citation', answer: 0, url: 'u', title: 't', from: 6, to: 10 },
    ])
  })
})

describe('a whole answer', () => {
  it('may be an error', () => {
    expect(answer({ type: 'error', error: { type: 'overloaded_error', message: 'Full' } })).toEqual(
      [
        {
          kind: 'failed',
          failure: {
            kind: 'overloaded',
            message: 'Full',
            code: 'overloaded_error',
            parameter: null,
          },
        },
      ],
    )
  })

  it('may be none', () => {
    for (const body of [null, 'a', [], {}, { choices: [] }]) {
      expect(answer(body)).toMatchObject([{ kind: 'failed' }])
    }
  })

  it('cites', () => {
    const citations = [{ type: 'web_search_result_location', url: 'u', title: null }]
    expect(answer({ content: [{ type: 'text', text: 'ab', citations }] })[2]).toEqual({
      kind: 'citation',
      answer: 0,
      url: 'u',
      title: null,
      from: 0,
      to: 2,
    })
  })
})

describe('calls that the vendor’s code makes', () => {
  const run = { type: 'server_tool_use', id: 'srv', name: 'code_execution', input: { code: 'x' } }
  const caller = { type: 'code_execution_20250825', tool_id: 'srv' }
  const called = (id: string) => ({ type: 'tool_use', id, name: 'f', input: { id }, caller })
  const result = { type: 'code_execution_tool_result', tool_use_id: 'srv', content: {} }
  const own = { type: 'tool_use', id: 'own', name: 'g', input: {} }
  const namesIn = (content: readonly object[], stop_reason: string) =>
    answer({ type: 'message', id: 'm', content, stop_reason }).flatMap((event) =>
      event.kind === 'tool-call' && event.id !== null ? [event.id] : [],
    )

  it('are the client’s to run where the answer stops for them', () => {
    expect(namesIn([run, called('a'), called('b')], 'tool_use')).toEqual(['a', 'b'])
    expect(namesIn([run, called('a'), own], 'tool_use').toSorted()).toEqual(['a', 'own'])
  })

  it('are none that have had their results', () => {
    const text = { type: 'text', text: 'Done' }
    expect(namesIn([run, called('a'), result, text], 'end_turn')).toEqual([])
    expect(namesIn([run, called('a'), result, own], 'tool_use')).toEqual(['own'])
    expect(namesIn([run, called('a'), text], 'end_turn')).toEqual([])
  })
})
