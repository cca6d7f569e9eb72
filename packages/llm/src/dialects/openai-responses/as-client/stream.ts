import { type BrokenReason, brokenFailure } from '../../../canonical/failure.ts'
import type { ModelEvent, StopReason } from '../../../canonical/event.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../../bytes/fields.ts'
import { errorOf, readFrameData } from '../../../canonical/errors/error-frames.ts'
import { failureIn } from '../../../canonical/errors/openai-errors.ts'
import { usageEvent } from '../../../canonical/usage/usage-event.ts'
import {
  annotationMore,
  argumentsMore,
  callRest,
  itemAdded,
  itemRest,
  partRest,
  refusalMore,
  textMore,
  reasoningMore,
  tokensMore,
} from './read-items.ts'
import type { ItemPartPlace } from './part-places.ts'
import { inTurn, type ReadStep, type ResponsesReadState, start } from './read-state.ts'
import { responsesUsage } from '../usage.ts'

/** https://platform.openai.com/docs/api-reference/responses-streaming. Some suppliers add `[DONE]`. */
export function step(state: ResponsesReadState, frame: string): ReadStep {
  const said = readFrameData(frame)
  if (said === null || state.terminal || said.data.trim() === '[DONE]') return [state, []]
  const error = errorOf(said, isEvent)
  if (error !== null) return failed(state, error)
  const event = fieldsOf(said.value)
  if (event === null) return broken(state, 'a frame is not JSON')
  const type = textOf(event['type'])
  const read = type === null ? undefined : readers.get(type)
  return read === undefined ? [state, []] : opened(state, event, read)
}

const isEvent = (fields: Fields): boolean => textOf(fields['type']) !== null

type EventReader = (state: ResponsesReadState, event: Fields) => ReadStep

/** The first event that means something opens the answer, whichever it is. */
function opened(state: ResponsesReadState, event: Fields, read: EventReader): ReadStep {
  if (state.started) return read(state, event)
  const [next, events] = read({ ...state, started: true }, event)
  return [next, [openingOf(fieldsOf(event['response']) ?? {}), ...events]]
}

const placeOf = (event: Fields, part: 'content_index' | 'summary_index'): ItemPartPlace => ({
  output: numberOf(event['output_index']) ?? 0,
  part: numberOf(event[part]) ?? 0,
})

const outputOf = (event: Fields): number => numberOf(event['output_index']) ?? 0

/** One part of a message or a reasoning part, whole, with the text in a field of the event. */
const wholePart =
  (type: string, field: string): EventReader =>
  (state, event) => {
    const index = type === 'summary_text' ? 'summary_index' : 'content_index'
    const part = { ...event, type, [type === 'refusal' ? 'refusal' : 'text']: event[field] }
    return partRest(state, textOf(event['item_id']), placeOf(event, index), part)
  }

const shownPart =
  (index: 'content_index' | 'summary_index'): EventReader =>
  (state, event) =>
    partRest(state, textOf(event['item_id']), placeOf(event, index), fieldsOf(event['part']) ?? {})

const reasoningText =
  (of: 'reasoning' | 'summary'): EventReader =>
  (state, event) => {
    const place = placeOf(event, of === 'summary' ? 'summary_index' : 'content_index')
    const text = textOf(event['delta']) ?? ''
    return reasoningMore(state, textOf(event['item_id']), { ...place, of }, text)
  }

const audio =
  (field: 'base64' | 'transcript'): EventReader =>
  (state, event) => {
    const piece = { base64: '', transcript: '', [field]: textOf(event['delta']) ?? '' }
    return [state, [{ kind: 'audio', answer: 0, ...piece }]]
  }

/** By the `type` of an event. What is not here says nothing that we have a word for. */
const readers: ReadonlyMap<string, EventReader> = new Map<string, EventReader>([
  ['response.created', (state) => [state, []]],
  ['response.queued', (state) => [state, []]],
  ['response.in_progress', (state) => [state, []]],
  [
    'response.output_item.added',
    (state, event) => itemAdded(state, outputOf(event), fieldsOf(event['item']) ?? {}),
  ],
  [
    'response.output_item.done',
    (state, event) => itemRest(state, outputOf(event), fieldsOf(event['item']) ?? {}),
  ],
  ['response.content_part.done', shownPart('content_index')],
  [
    'response.output_text.delta',
    (state, event) => {
      const place = placeOf(event, 'content_index')
      return inTurn(state, [
        (now) => textMore(now, place, textOf(event['delta']) ?? ''),
        (now) => tokensMore(now, place, event['logprobs']),
      ])
    },
  ],
  ['response.output_text.done', wholePart('output_text', 'text')],
  [
    'response.output_text.annotation.added',
    (state, event) => annotationMore(state, placeOf(event, 'content_index'), event['annotation']),
  ],
  [
    'response.refusal.delta',
    (state, event) =>
      refusalMore(state, placeOf(event, 'content_index'), textOf(event['delta']) ?? ''),
  ],
  ['response.refusal.done', wholePart('refusal', 'refusal')],
  ['response.reasoning_summary_text.delta', reasoningText('summary')],
  ['response.reasoning_summary_text.done', wholePart('summary_text', 'text')],
  ['response.reasoning_summary_part.done', shownPart('summary_index')],
  ['response.reasoning_text.delta', reasoningText('reasoning')],
  ['response.reasoning_text.done', wholePart('reasoning_text', 'text')],
  [
    'response.function_call_arguments.delta',
    (state, event) => argumentsMore(state, outputOf(event), textOf(event['delta']) ?? ''),
  ],
  [
    'response.function_call_arguments.done',
    (state, event) => callRest(state, outputOf(event), { arguments: event['arguments'] }),
  ],
  ['response.audio.delta', audio('base64')],
  ['response.audio.transcript.delta', audio('transcript')],
  ['response.completed', (state, event) => ended(state, fieldsOf(event['response']) ?? {})],
  [
    'response.incomplete',
    (state, event) => ended(state, { ...fieldsOf(event['response']), status: 'incomplete' }),
  ],
  ['response.failed', (state, event) => failedResponse(state, fieldsOf(event['response']) ?? {})],
])

/** The whole response repeats every item, by its id or by its place. */
function ended(state: ResponsesReadState, response: Fields): ReadStep {
  const [read, events] = inTurn(
    state,
    listOf(response['output']).map((value, index) => (now: ResponsesReadState) => {
      const item = fieldsOf(value) ?? {}
      return itemRest(now, now.places.get(textOf(item['id']) ?? '') ?? index, item)
    }),
  )
  const reason = reasonOf(response, read.calls.size > 0)
  return [
    { ...read, terminal: true },
    [...events, { kind: 'answer-end', answer: 0, reason }, ...usageOf(response), { kind: 'end' }],
  ]
}

const cutShort = new Map<string | null, StopReason>([
  ['max_output_tokens', 'length'],
  ['max_messages', 'length'],
  ['content_filter', 'content-filter'],
])

function reasonOf(response: Fields, called: boolean): StopReason {
  const reason = textOf(fieldsOf(response['incomplete_details'])?.['reason'])
  const known = cutShort.get(reason)
  if (known !== undefined) return known
  // Whatever it was that cut it short, it is not the end of what was to be said.
  return response['status'] === 'incomplete' ? 'length' : called ? 'tool-calls' : 'stop'
}

function usageOf(response: Fields): ModelEvent[] {
  const reported = responsesUsage(response['usage'])
  return reported === null ? [] : [usageEvent(reported, textOf(response['service_tier']))]
}

const openingOf = (response: Fields): ModelEvent => ({
  kind: 'start',
  id: textOf(response['id']) ?? '',
  model: textOf(response['model']) ?? '',
  created: numberOf(response['created_at']) ?? 0,
})

/** `error` events have their words in an object, or, as it is documented, in themselves. */
function failed(state: ResponsesReadState, event: Fields): ReadStep {
  const { type: _, ...error } = event
  return [{ ...state, terminal: true }, [{ kind: 'failed', failure: failureIn(200, error) }]]
}

function failedResponse(state: ResponsesReadState, response: Fields): ReadStep {
  const [next, events] = failed(state, { error: response['error'] ?? {} })
  return [next, [...usageOf(response), ...events]]
}

function broken(state: ResponsesReadState, message: BrokenReason): ReadStep {
  const failure = brokenFailure(message)
  return [{ ...state, terminal: true }, [{ kind: 'failed', failure }]]
}

export const finish = (state: ResponsesReadState): readonly ModelEvent[] =>
  state.terminal ? [] : broken(state, 'the stream broke off')[1]

/** A whole response as the events that a stream of it would have had. */
export function answer(body: unknown): readonly ModelEvent[] {
  const response = fieldsOf(body)
  if (response === null || !Array.isArray(response['output'])) {
    return broken(start(), 'the answer is not a response')[1]
  }
  const opening = openingOf(response)
  const status = textOf(response['status'])
  if (status === 'failed' || fieldsOf(response['error']) !== null) {
    return [opening, ...failedResponse(start(), response)[1]]
  }
  if (status !== null && status !== 'completed' && status !== 'incomplete') {
    return [opening, ...broken(start(), 'the response is not complete')[1]]
  }
  return [opening, ...ended(start(), response)[1]]
}
