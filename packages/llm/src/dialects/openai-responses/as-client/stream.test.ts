import { expect, test } from 'vitest'
import type { ModelEvent } from '../../../canonical/event.ts'
import { openAiResponses } from '../dialect.ts'

const { asClient } = openAiResponses

function read(events: readonly object[]): ModelEvent[] {
  let state = asClient.start()
  const all: ModelEvent[] = []
  for (const event of events) {
    const [next, more] = asClient.step(state, `data: ${JSON.stringify(event)}\n\n`)
    state = next
    all.push(...more)
  }
  return [...all, ...asClient.finish(state)]
}

const created = { type: 'response.created', response: { id: 'resp_1', model: 'm', created_at: 1 } }

const textsIn = (events: readonly ModelEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))

test('a whole that is shorter than its pieces takes nothing back', () => {
  const place = { output_index: 0, content_index: 0 }
  const part = (text: string) => ({ type: 'output_text', text })
  const events = read([
    created,
    { type: 'response.output_text.delta', ...place, delta: 'Hello ' },
    { type: 'response.output_text.done', ...place, text: 'Hello' },
    { type: 'response.content_part.done', ...place, part: part('Hello there') },
    { type: 'response.completed', response: { output: [] } },
  ])
  expect(textsIn(events)).toEqual(['Hello ', 'there'])
})

test('an error without a code has none', () => {
  const error = { type: 'error', message: 'Oh', code: null, param: null, sequence_number: 1 }
  expect(read([created, error]).at(-1)).toEqual({
    kind: 'failed',
    failure: { kind: 'broken', message: 'Oh', code: null, parameter: null },
  })
})

test('a failed response says what was used', () => {
  const usage = { input_tokens: 3, output_tokens: 1 }
  const response = { usage, error: { code: 'rate_limit_exceeded', message: 'Slowly' } }
  expect(read([created, { type: 'response.failed', response }])).toMatchObject([
    { kind: 'start' },
    { kind: 'usage', usage: { input: 3, output: 1 } },
    { kind: 'failed', failure: { kind: 'rate-limited', message: 'Slowly' } },
  ])
})

test('an answer that is not there yet is no answer', () => {
  const queued = { id: 'resp_1', status: 'queued', output: [] }
  expect(asClient.answer(queued).at(-1)).toMatchObject({ kind: 'failed' })
  expect(asClient.answer({ choices: [] })).toMatchObject([{ kind: 'failed' }])
  expect(asClient.answer({ ...queued, status: 'failed', error: { message: 'No' } })).toMatchObject([
    { kind: 'start' },
    { kind: 'failed', failure: { message: 'No' } },
  ])
})

test.each([
  ['text', 'output_text', 'response.output_text.delta'],
  ['refusal', 'refusal', 'response.refusal.delta'],
  ['text', 'reasoning_text', 'response.reasoning_text.delta'],
])(
  'a %s that was streamed as another part than the whole says is told once',
  (field, type, delta) => {
    const content = ['Hello ', 'there'].map((words) => ({ type, [field]: words }))
    const item = { id: 'i', type: type === 'reasoning_text' ? 'reasoning' : 'message', content }
    const events = read([
      created,
      { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
      { type: delta, output_index: 0, content_index: 1, delta: 'Hel' },
      { type: delta, output_index: 0, content_index: 1, delta: 'lo ' },
      { type: delta, output_index: 0, content_index: 2, delta: 'there' },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { status: 'completed', output: [item] } },
    ])
    const said = events.flatMap((event) => ('text' in event ? [event.text.trim()] : []))
    expect(said).toEqual(['Hel', 'lo', 'there'])
  },
)

test('what was not streamed of a part that has another number is told with the whole', () => {
  const place = { output_index: 0, content_index: 1 }
  const item = { id: 'i', type: 'message', content: [{ type: 'output_text', text: 'Hello there' }] }
  const events = read([
    created,
    { type: 'response.output_text.delta', ...place, delta: 'Hello ' },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { status: 'completed', output: [item] } },
  ])
  expect(textsIn(events)).toEqual(['Hello ', 'there'])
})

test('a call that a program made is told while it waits for the client alone', () => {
  const item = (status: string) => ({
    id: 'fc_1',
    type: 'function_call',
    call_id: 'c',
    name: 'f',
    arguments: '{"a":1}',
    status,
    caller: { type: 'program', caller_id: 'p' },
  })
  const callsIn = (status: string) =>
    [
      read([
        created,
        { type: 'response.output_item.added', output_index: 0, item: item('in_progress') },
        { type: 'response.output_item.done', output_index: 0, item: item(status) },
        { type: 'response.completed', response: { output: [item(status)] } },
      ]),
      asClient.answer({ id: 'r', status: 'completed', output: [item(status)] }),
    ].map((events) => events.filter(({ kind }) => kind === 'tool-call').length > 0)
  expect(callsIn('in_progress')).toEqual([true, true])
  expect(callsIn('completed')).toEqual([false, false])
})

test('an answer that is incomplete without a reason is no whole one', () => {
  const response = { id: 'r', status: 'incomplete', output: [], incomplete_details: null }
  const ends = [
    asClient.answer(response),
    read([created, { type: 'response.incomplete', response: { output: [] } }]),
  ]
  for (const events of ends) {
    expect(events).toContainEqual({ kind: 'answer-end', answer: 0, reason: 'length' })
  }
})
