import { type BrokenReason, brokenFailure } from '../../../canonical/failure.ts'
import { isContent, type ModelEvent, type StopReason } from '../../../canonical/event.ts'
import type { Failure } from '../../../canonical/failure.ts'
import { errorOf, isError, readFrameData } from '../../../canonical/errors/error-frames.ts'
import type { FrameEvent } from '../../../bytes/framing.ts'
import {
  entryOf,
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  objectsIn,
  textOf,
} from '../../../bytes/fields.ts'
import { failureIn } from '../../../canonical/errors/openai-errors.ts'
import { sourceOf } from '../../../canonical/data-url.ts'
import { usageEvent } from '../../../canonical/usage/usage-event.ts'
import { logprobsOf } from './logprobs.ts'
import { textSignature } from '../extensions.ts'
import { contentOf, reasoningIn } from '../reasoning-details.ts'
import {
  callFragments,
  type CallsInStream,
  callsOfAnswer,
  hasCutCall,
  hasOpenCalls,
  noCallsInStream,
  wholeCalls,
} from '../../../canonical/calls/tool-calls.ts'
import { usageIn } from '../usage.ts'

/** The state of a stream so far. */
export type ChatReadState = {
  readonly started: boolean
  /** Answers that called a tool. */
  readonly called: Set<number>
  readonly calls: CallsInStream
  /** As the supplier calls the answer. */
  readonly id: string
  readonly terminal: boolean
}

export const start = (): ChatReadState => ({
  started: false,
  called: new Set(),
  calls: noCallsInStream(),
  id: '',
  terminal: false,
})

export function step(
  state: ChatReadState,
  frame: string,
): readonly [ChatReadState, readonly ModelEvent[]] {
  const said = readFrameData(frame)
  if (said === null || state.terminal) return [state, []]
  if (isDone(said)) return done(state)
  const error = errorOf(said, isChunk)
  if (error !== null) {
    return [{ ...state, terminal: true }, [{ kind: 'failed', failure: failureIn(200, error) }]]
  }
  const chunk = fieldsOf(said.value)
  if (chunk === null) return failed(state, notJson)
  const id = state.id === '' ? (textOf(chunk['id']) ?? '') : state.id
  const choices = listOf(chunk['choices']).flatMap((choice) => {
    const fields = fieldsOf(choice)
    if (fields === null) return []
    const delta = fieldsOf(fields['delta']) ?? {}
    const numbered = { answer: numberOf(fields['index']) ?? 0, answerId: id }
    const calls = callsOfAnswer(state.calls, numbered.answer)
    return eventsOfChoice(fields, delta, callFragments(calls, delta['tool_calls'], numbered))
  })
  const opening = state.started || saysNothing(chunk) ? [] : [openingOf(chunk)]
  const { called } = state
  note(state, choices)
  const gaveUp = failureInChoices(chunk)
  return [
    {
      started: state.started || opening.length > 0,
      called,
      calls: state.calls,
      id,
      terminal: gaveUp.length > 0,
    },
    [
      ...opening,
      ...choices.map((event) => withTrueReason(event, called)),
      ...usageOf(chunk),
      ...gaveUp,
    ],
  ]
}

function note({ called, calls }: ChatReadState, choices: readonly ModelEvent[]): void {
  for (const index of endedIn(choices)) calls.ended.add(index)
  for (const index of calledIn(choices)) called.add(index)
}

function done(state: ChatReadState): readonly [ChatReadState, readonly ModelEvent[]] {
  if (hasOpenCalls(state.calls)) return failed(state, brokeOff)
  return [{ ...state, terminal: true }, [{ kind: 'end' }]]
}

const notJson = 'a frame is not JSON'
const brokeOff = 'the stream broke off'
const isDone = ({ data }: FrameEvent): boolean => data.trim() === '[DONE]'
const isChunk = (fields: Fields): boolean => Array.isArray(fields['choices'])

/** The failure that one frame tells, whatever stood before it; null: it tells none. */
export function failureInFrame(frame: string): Failure | null {
  const [failed] = step(start(), frame)[1].filter((event) => event.kind === 'failed')
  return failed?.failure ?? null
}

/** The failure that a whole answer tells; null: it tells none. */
export function failureInWhole(fields: Fields): Failure | null {
  const error = isError(fields) ? failureIn(200, fields) : null
  const [failed] = failureInChoices(fields).filter((event) => event.kind === 'failed')
  return error ?? failed?.failure ?? null
}

/** Azure's first chunk names neither answer nor model: it tells how the prompt was filtered. */
const saysNothing = (chunk: Fields): boolean =>
  (textOf(chunk['id']) ?? '') === '' && listOf(chunk['choices']).length === 0

/** Reasons to stop that are failures: of OpenRouter and Mistral, and of DeepSeek. */
const failedReasons: Readonly<Record<string, Failure['kind']>> = {
  error: 'broken',
  insufficient_system_resource: 'overloaded',
}

/** A choice that failed may say more in `error`. */
function failureInChoices(answerOrChunk: Fields): ModelEvent[] {
  for (const choice of objectsIn(answerOrChunk['choices'])) {
    if (fieldsOf(choice['error']) !== null) {
      return [{ kind: 'failed', failure: failureIn(200, choice) }]
    }
    const code = textOf(choice['finish_reason'])
    if (!code && hasCutCall(fieldsOf(choice['message']) ?? {})) {
      return [{ kind: 'failed', failure: brokenFailure(brokeOff) }]
    }
    const kind = entryOf(failedReasons, code)
    const message = 'the answer ended with an error'
    if (kind !== undefined)
      return [{ kind: 'failed', failure: { kind, message, code, parameter: null } }]
  }
  return []
}

const calledIn = (events: readonly ModelEvent[]): number[] =>
  events.flatMap((event) => (event.kind === 'tool-call' && event.id !== null ? [event.answer] : []))

const endedIn = (events: readonly ModelEvent[]): number[] =>
  events.flatMap((event) => (event.kind === 'answer-end' ? [event.answer] : []))

/** Some suppliers say `stop` after a tool call. */
const withTrueReason = (event: ModelEvent, called: ReadonlySet<number>): ModelEvent =>
  event.kind === 'answer-end' && event.reason === 'stop' && called.has(event.answer)
    ? { ...event, reason: 'tool-calls' }
    : event

/** Some suppliers leave `[DONE]` out: an answer that gave its reason to stop is complete. */
export function finish(state: ChatReadState): readonly ModelEvent[] {
  if (state.terminal) return []
  if (state.calls.ended.size > 0) return [{ kind: 'end' }]
  return failed(state, brokeOff)[1]
}

/** A whole answer as the events that a stream of it would have had. */
export function answer(body: unknown): readonly ModelEvent[] {
  const fields = fieldsOf(body)
  if (fields === null || !Array.isArray(fields['choices'])) {
    return failed(start(), 'the answer is not a chat completion')[1]
  }
  const choices = fields['choices'].flatMap((choice) => {
    const made = fieldsOf(choice)
    if (made === null) return []
    const message = fieldsOf(made['message']) ?? {}
    const numbered = {
      answer: numberOf(made['index']) ?? 0,
      answerId: textOf(fields['id']) ?? '',
    }
    return eventsOfChoice(made, message, wholeCalls(message['tool_calls'], numbered))
  })
  const called = new Set(calledIn(choices))
  const events = choices.map((event) => withTrueReason(event, called))
  const [last = { kind: 'end' as const }] = failureInChoices(fields)
  return [openingOf(fields), ...events, ...usageOf(fields), last]
}

const openingOf = (fields: Fields): ModelEvent => ({
  kind: 'start',
  id: textOf(fields['id']) ?? '',
  model: textOf(fields['model']) ?? '',
  created: numberOf(fields['created']) ?? 0,
})

const usageOf = (fields: Fields): ModelEvent[] => {
  const reported = usageIn(fields)
  return reported === null ? [] : [usageEvent(reported, textOf(fields['service_tier']))]
}

/** A delta of a stream and the message of a whole answer have the same fields. */
function eventsOfChoice(choice: Fields, delta: Fields, calls: readonly ModelEvent[]): ModelEvent[] {
  const index = numberOf(choice['index']) ?? 0
  // Some suppliers write an empty one into every chunk.
  const reason = textOf(choice['finish_reason']) || null
  return [
    ...textsOf(delta, index),
    ...imagesOf(delta, index),
    ...audioOf(delta, index),
    ...calls,
    ...citationsOf(delta, index),
    ...logprobsOf(choice, index),
    ...(reason === null || entryOf(failedReasons, reason) !== undefined
      ? []
      : [{ kind: 'answer-end' as const, answer: index, reason: stopOf(reason) }]),
  ]
}

/** The end of a text that is signed. */
function signedText(delta: Fields): { kind: 'text'; text: string; signature: string }[] {
  const signature = textSignature(delta)
  return signature === undefined ? [] : [{ kind: 'text', text: '', signature }]
}

function textsOf(delta: Fields, answerIndex: number): ModelEvent[] {
  const shared = { answer: answerIndex }
  const events: ModelEvent[] = [
    ...reasoningIn(delta).map((part) => ({ ...shared, ...part })),
    ...contentOf(delta['content']).map((part) => ({ ...shared, ...part })),
    ...signedText(delta).map((text) => ({ ...shared, ...text })),
    { ...shared, kind: 'refusal', text: textOf(delta['refusal']) ?? '' },
  ]
  return events.filter(isContent)
}

/** OpenRouter: https://openrouter.ai/docs/guides/overview/multimodal/image-generation. */
const imagesOf = (delta: Fields, answerIndex: number): ModelEvent[] =>
  objectsIn(delta['images']).flatMap((image) => {
    const url = textOf(fieldsOf(image['image_url'])?.['url'])
    return url === null ? [] : [{ kind: 'image', answer: answerIndex, source: sourceOf(url) }]
  })

function audioOf(delta: Fields, answerIndex: number): ModelEvent[] {
  const audio = fieldsOf(delta['audio'])
  if (audio === null) return []
  const base64 = textOf(audio['data']) ?? ''
  const transcript = textOf(audio['transcript']) ?? ''
  return [{ kind: 'audio', answer: answerIndex, base64, transcript }]
}

const citationsOf = (delta: Fields, answerIndex: number): ModelEvent[] =>
  listOf(delta['annotations']).flatMap((value) => {
    const citation = fieldsOf(fieldsOf(value)?.['url_citation'])
    if (citation === null) return []
    return [
      {
        kind: 'citation' as const,
        answer: answerIndex,
        url: textOf(citation['url']) ?? '',
        title: textOf(citation['title']),
        from: numberOf(citation['start_index']) ?? 0,
        to: numberOf(citation['end_index']) ?? 0,
      },
    ]
  })

const stopReasons: Readonly<Record<string, StopReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  model_length: 'length',
  content_filter: 'content-filter',
}

const stopOf = (reason: string): StopReason => entryOf(stopReasons, reason) ?? 'stop'

const failed = (
  state: ChatReadState,
  message: BrokenReason,
): readonly [ChatReadState, readonly ModelEvent[]] => [
  { ...state, terminal: true },
  [{ kind: 'failed', failure: brokenFailure(message) }],
]
