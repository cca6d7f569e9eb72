import { brokenFailure } from '../../../canonical/failure.ts'
import { isContent, type ModelEvent, type UsageEvent } from '../../../canonical/event.ts'
import type { Failure } from '../../../canonical/failure.ts'
import { errorOf, readFrameData } from '../../../canonical/errors/error-frames.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../../bytes/fields.ts'
import { usageEvent } from '../../../canonical/usage/usage-event.ts'
import { eventsOfCandidate } from './candidate.ts'
import { errorIn } from '../../../canonical/errors/google-error.ts'
import { failureOf } from '../failures.ts'
import { isMishap, stopOf, unspecified } from '../finish-reasons.ts'
import { citationsOf, keepText, type KeptText } from '../grounding.ts'
import { camelled } from '../spelling.ts'
import { geminiUsage, tierOf } from '../usage.ts'

/** The state of a stream so far. */
export type GeminiReadState = {
  readonly started: boolean
  /** The parts of which ids of calls are made. */
  readonly seed: string
  /** Grows in place. */
  readonly answers: Map<number, AnswerReadState>
  /** The last that was reported: every chunk repeats it. */
  readonly usage: unknown
  readonly hasContent: boolean
  readonly terminal: boolean
}

type AnswerReadState = {
  readonly calls: number
  readonly text: KeptText
  readonly grounding: unknown
  readonly reason: string | null
  readonly message: string | null
}

const unread: AnswerReadState = { calls: 0, text: '', grounding: null, reason: null, message: null }

export const start = (): GeminiReadState => ({
  started: false,
  seed: '',
  answers: new Map(),
  usage: null,
  hasContent: false,
  terminal: false,
})

type ReadStep = readonly [GeminiReadState, readonly ModelEvent[]]

/** A frame without `data` is an error that the vendor writes as bare JSON into its stream. */
export function step(state: GeminiReadState, frame: string): ReadStep {
  const said = readFrameData(frame)
  if (said === null || state.terminal) return [state, []]
  const error = errorOf(said, isChunk)
  if (error !== null) return failed(state, failureOf(200, JSON.stringify(withError(error))))
  const chunk = said.value
  if (chunk === undefined) return failed(state, brokenFailure('a frame is not JSON'))
  if (errorIn(chunk) !== null) return failed(state, failureOf(200, said.data))
  const fields = camelled(chunk)
  return fields === null
    ? failed(state, brokenFailure('a frame is no answer'))
    : readChunk(state, fields)
}

const isChunk = ({ candidates, usageMetadata, usage_metadata }: Fields): boolean =>
  [candidates, usageMetadata, usage_metadata].some((value) => value !== undefined)

/** The words of other servers stand where the dialect has an object. */
const withError = (fields: Fields): Fields => {
  const { error } = fields
  if (fieldsOf(error) !== null) return fields
  return { error: typeof error === 'string' ? { ...fields, message: error } : fields }
}

function readChunk(before: GeminiReadState, chunk: Fields): ReadStep {
  const id = textOf(chunk['responseId']) ?? ''
  let state: GeminiReadState = before.started
    ? before
    : {
        ...before,
        started: true,
        seed: seedOf(id === '' ? digestOf(JSON.stringify(chunk, shortened)) : id),
      }
  const events: ModelEvent[] = before.started ? [] : [openingOf(chunk, id)]
  state = { ...state, usage: chunk['usageMetadata'] ?? state.usage }
  for (const value of listOf(chunk['candidates'])) {
    const candidate = camelled(value)
    if (candidate === null) continue
    const [next, more] = readCandidate(state, candidate)
    state = next
    for (const event of more) events.push(event)
  }
  const blocked = blockOf(chunk)
  if (blocked === null) return [state, events]
  const ended = { ...unread, reason: 'SAFETY' }
  return [
    { ...state, hasContent: true, answers: state.answers.set(0, ended) },
    [...events, { kind: 'refusal', answer: 0, text: blocked, notice: true }],
  ]
}

const openingOf = (chunk: Fields, id: string): ModelEvent => ({
  kind: 'start',
  id,
  model: textOf(chunk['modelVersion']) ?? '',
  created: secondsOf(textOf(chunk['createTime'])),
})

/** Vertex AI alone says when; 0: nobody did. */
function secondsOf(time: string | null): number {
  const milliseconds = time === null ? 0 : Date.parse(time)
  return Number.isNaN(milliseconds) ? 0 : Math.floor(milliseconds / 1000)
}

/** Ids of calls go through dialects that know letters, digits, `_` and `-` alone. */
const seedOf = (id: string): string => id.replace(/[^\w-]/g, '_')

/** So much of a text tells it from others: pictures have millions of characters. */
const digestedMost = 4_096

const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > digestedMost
    ? `${value.length} ${value.slice(-digestedMost)}`
    : value

/** Tells answers without an id apart: FNV-1a, 32 bits. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  }
  return hash.toString(16)
}

function readCandidate(state: GeminiReadState, candidate: Fields): ReadStep {
  const answer = numberOf(candidate['index']) ?? 0
  const known = state.answers.get(answer) ?? unread
  const events = eventsOfCandidate(candidate, { answer, calls: known.calls, seed: state.seed })
  const said = events.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')
  const reason = textOf(candidate['finishReason']) || null
  const next: AnswerReadState = {
    calls: known.calls + events.filter(({ kind }) => kind === 'tool-call').length,
    text: keepText(known.text, said),
    grounding: candidate['groundingMetadata'] ?? known.grounding,
    reason: reason === null || reason === unspecified ? known.reason : reason,
    message: textOf(candidate['finishMessage']) ?? known.message,
  }
  return [
    {
      ...state,
      hasContent: state.hasContent || events.some(isContent),
      answers: state.answers.set(answer, next),
    },
    events,
  ]
}

/** The reason for which a prompt was not answered. */
function blockOf(chunk: Fields): string | null {
  const feedback = camelled(chunk['promptFeedback'])
  const reason = textOf(feedback?.['blockReason'])
  if (reason === null) return null
  return textOf(feedback?.['blockReasonMessage']) ?? `The prompt was blocked: ${reason}`
}

/**
 * A stream has no last frame. Reasons to stop are held until the connection ends: some servers write
 * one into every chunk, and usage is complete only then.
 */
export function finish(state: GeminiReadState): readonly ModelEvent[] {
  if (state.terminal) return []
  const ended = [...state.answers].filter(([, { reason }]) => reason !== null)
  if (ended.length === 0) return failed(state, brokenFailure('the stream broke off'))[1]
  const mishap = ended.find(([, { reason }]) => reason !== null && isMishap(reason))
  if (mishap !== undefined && !state.hasContent) {
    const [, { reason, message }] = mishap
    return failed(state, {
      ...brokenFailure('the model gave no answer'),
      ...(message !== null && { message }),
      code: reason,
    })[1]
  }
  return [
    ...ended.flatMap(([answer, read]) => endOf(answer, read)),
    ...usageOf(state),
    { kind: 'end' },
  ]
}

function endOf(answer: number, { calls, text, grounding, reason }: AnswerReadState): ModelEvent[] {
  const stop = calls > 0 ? ('tool-calls' as const) : stopOf(reason ?? '')
  return [...citationsOf(grounding, answer, text), { kind: 'answer-end', answer, reason: stop }]
}

/** A whole answer as the events that a stream of it would have had. A list is a stream in one piece. */
export function answer(body: unknown): readonly ModelEvent[] {
  const chunks = (Array.isArray(body) ? body : [body])
    .map(camelled)
    .filter((chunk) => chunk !== null)
  if (errorIn(body) !== null) return failed(start(), failureOf(200, JSON.stringify(body)))[1]
  if (!chunks.some((chunk) => Array.isArray(chunk['candidates']) || blockOf(chunk) !== null)) {
    return failed(start(), brokenFailure('the answer has no candidates'))[1]
  }
  let state = start()
  const events: ModelEvent[] = []
  for (const chunk of chunks) {
    const [next, more] = readChunk(state, chunk)
    state = next
    for (const event of more) events.push(event)
  }
  return [...events, ...finish(state.hasContent ? complete(state) : state)]
}

/** A whole answer that gives no reason to stop is whole all the same. */
const complete = (state: GeminiReadState): GeminiReadState => ({
  ...state,
  answers: new Map(
    [...state.answers].map(([index, read]) => [index, { ...read, reason: read.reason ?? 'STOP' }]),
  ),
})

/** The report of the last chunk: the input is whole in the first already. */
export function heard({ usage }: GeminiReadState): UsageEvent | null {
  const reported = geminiUsage(fieldsOf(usage))
  return reported === null ? null : usageEvent(reported, tierOf(usage))
}

function usageOf(state: GeminiReadState): ModelEvent[] {
  const reported = heard(state)
  return reported === null ? [] : [reported]
}

/** Usage until then is reported all the same. */
const failed = (state: GeminiReadState, failure: Failure): ReadStep => [
  { ...state, terminal: true },
  [...usageOf(state), { kind: 'failed', failure }],
]
