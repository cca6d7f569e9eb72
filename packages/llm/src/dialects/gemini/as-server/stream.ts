import {
  isContent,
  type ModelEvent,
  type AnswerEvent,
  type StopReason,
  type UsageEvent,
} from '../../../canonical/event.ts'
import type { ModelRequest, Source } from '../../../canonical/request.ts'
import { type Fields, textOf, withoutNulls } from '../../../bytes/fields.ts'
import { argumentsOf } from '../../../canonical/calls/call-arguments.ts'
import { type ByKind, byKind } from '../../../canonical/by-kind.ts'
import { eventsByAnswer } from '../../../canonical/events-by-answer.ts'
import { encodeFailure } from '../failures.ts'
import { finishReasons } from '../finish-reasons.ts'
import { type Citation, encodeGrounding, keepText, type KeptText } from '../grounding.ts'
import { encodeLogprobs } from '../logprobs.ts'
import { writeThoughtSignature } from '../signatures.ts'
import { encodeUsage } from '../usage.ts'

/** The fields of the last chunk, and those that every chunk repeats. */
export type GeminiWriteState = {
  readonly id: string
  readonly model: string
  readonly created: number
  /** Grows in place. */
  readonly answers: Map<number, AnswerWriteState>
  readonly usage: UsageEvent | null
}

/** Parts that wait for the end of an answer: the dialect has calls in one piece and no place for refusals. */
type AnswerWriteState = {
  /** Grows in place, as do the citations. */
  readonly calls: Map<number, WaitingCall>
  readonly refusal: string
  readonly citations: Citation[]
  readonly text: KeptText
  readonly hasContent: boolean
  readonly reason: StopReason | null
}

type WaitingCall = {
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly signature: string | null
}

const unwritten = (): AnswerWriteState => ({
  calls: new Map(),
  refusal: '',
  citations: [],
  text: '',
  hasContent: false,
  reason: null,
})

export const open = (request: ModelRequest): GeminiWriteState => ({
  id: '',
  model: request.model,
  created: 0,
  answers: new Map(),
  usage: null,
})

export function frames(
  state: GeminiWriteState,
  event: ModelEvent,
): readonly [GeminiWriteState, string] {
  if ('answer' in event) return answered(state, event)
  switch (event.kind) {
    case 'start':
      return [started(state, event), '']
    case 'usage':
      return [{ ...state, usage: event }, '']
    case 'end':
      return [state, chunk(state, lastChunk(state))]
    case 'failed':
      return [state, encodeFailure(event.failure)]
  }
}

function answered(
  state: GeminiWriteState,
  event: AnswerEvent,
): readonly [GeminiWriteState, string] {
  const next = noted(state, event)
  const candidate = candidateOf(event)
  if (candidate === null) return [next, '']
  return [next, chunk(next, { candidates: [{ ...candidate, index: event.answer }] })]
}

/*
 * A failure goes out as bare JSON without an empty line behind it: so does the vendor's, and so its
 * SDKs throw. They take an error in `data:` for an answer without candidates.
 */

const started = (
  state: GeminiWriteState,
  event: Extract<ModelEvent, { kind: 'start' }>,
): GeminiWriteState => ({
  ...state,
  id: event.id,
  model: event.model === '' ? state.model : event.model,
  created: event.created,
})

/** The state with the part of an event that the end says. */
function noted(state: GeminiWriteState, event: AnswerEvent): GeminiWriteState {
  const known = state.answers.get(event.answer) ?? unwritten()
  state.answers.set(event.answer, byKind(notes, known, event))
  return state
}

const filled = (known: AnswerWriteState, event: AnswerEvent): AnswerWriteState => ({
  ...known,
  hasContent: known.hasContent || isContent(event),
})

const notes: ByKind<AnswerWriteState, AnswerWriteState> = {
  'tool-call': (known, event) => {
    addFragment(known.calls, event)
    return known
  },
  refusal: (known, { text }) => ({ ...known, refusal: known.refusal + text }),
  citation: (known, event) => {
    known.citations.push(event)
    return known
  },
  'answer-end': (known, { reason }) => ({ ...known, reason }),
  text: (known, { text }) => ({ ...known, hasContent: true, text: keepText(known.text, text) }),
  reasoning: filled,
  image: filled,
  audio: filled,
  file: filled,
  'tool-result': filled,
  logprobs: (known) => known,
}

function addFragment(
  calls: AnswerWriteState['calls'],
  event: Extract<ModelEvent, { kind: 'tool-call' }>,
): void {
  const known = calls.get(event.index)
  calls.set(event.index, {
    id: event.id ?? known?.id ?? '',
    name: event.name ?? known?.name ?? '',
    arguments: (known?.arguments ?? '') + event.arguments,
    signature: event.signature ?? known?.signature ?? null,
  })
}

/** Null: it waits, or the dialect has no word for it. */
function candidateOf(event: AnswerEvent): Fields | null {
  if (event.kind === 'logprobs') return { logprobsResult: encodeLogprobs(event.tokens) }
  const parts = isContent(event) ? partsOf(event) : []
  return parts.length === 0 ? null : { content: { parts, role: 'model' } }
}

const partsOf = (event: AnswerEvent): Fields[] => byKind(parts, null, event)

const nothing = (): Fields[] => []

const parts: ByKind<null, Fields[]> = {
  text: (_, event) => [textPart(event)],
  reasoning: (_, event) => [reasoningPart(event)],
  audio: (_, event) => audioParts(event),
  image: (_, event) => [mediaPart(event)],
  file: (_, event) => [mediaPart(event)],
  // These wait for the end of the answer.
  'tool-call': nothing,
  refusal: nothing,
  citation: nothing,
  'answer-end': nothing,
  // Beside the parts.
  logprobs: nothing,
  // The dialect has code and its result, and no result of any other tool of the supplier.
  'tool-result': nothing,
}

const textPart = ({ text, signature }: Extract<ModelEvent, { kind: 'text' }>): Fields =>
  withoutNulls({ text, thoughtSignature: writeThoughtSignature(signature) })

const reasoningPart = (event: Extract<ModelEvent, { kind: 'reasoning' }>): Fields =>
  withoutNulls({
    text: event.text,
    thought: true,
    thoughtSignature: writeThoughtSignature(event.signature, event.redacted === true),
  })

/** The form in which both this vendor and OpenAI stream sound. */
const soundType = 'audio/L16;codec=pcm;rate=24000'

function audioParts({ base64, transcript }: Extract<ModelEvent, { kind: 'audio' }>): Fields[] {
  return [
    ...(base64 === '' ? [] : [{ inlineData: { mimeType: soundType, data: base64 } }]),
    ...(transcript === '' ? [] : [{ text: transcript }]),
  ]
}

function mediaPart(event: Extract<ModelEvent, { kind: 'image' | 'file' }>): Fields {
  const signature = event.kind === 'image' ? event.signature : null
  return withoutNulls({
    ...dataOf(event.source),
    thoughtSignature: writeThoughtSignature(signature),
  })
}

function dataOf(source: Source): Fields {
  if (source.kind === 'data') {
    return { inlineData: { mimeType: source.mediaType, data: source.base64 } }
  }
  if (source.kind === 'id') return { fileData: { fileUri: source.id } }
  return { fileData: withoutNulls({ mimeType: source.mediaType, fileUri: source.url }) }
}

function lastChunk(state: GeminiWriteState): Fields {
  const answers = state.answers.size === 0 ? new Map([[0, unwritten()]]) : state.answers
  const blocked = state.answers.size === 1 ? blockOf(state.answers.get(0)) : null
  return withoutNulls({
    candidates: blocked === null ? inOrder(answers).map(lastCandidate) : null,
    promptFeedback: blocked,
    usageMetadata: state.usage === null ? null : encodeUsage(state.usage),
  })
}

const inOrder = <Value>(numbered: ReadonlyMap<number, Value>): (readonly [number, Value])[] =>
  [...numbered].toSorted(([a], [b]) => a - b)

/** An answer that is a refusal and nothing else, and was filtered: the prompt was blocked. */
function blockOf(written: AnswerWriteState | undefined): Fields | null {
  if (written === undefined || written.hasContent || written.refusal === '') return null
  return written.reason === 'content-filter'
    ? { blockReason: 'SAFETY', blockReasonMessage: written.refusal }
    : null
}

function lastCandidate([index, written]: readonly [number, AnswerWriteState]): Fields {
  const parts = waitingParts(written)
  const cut = cutCall(written)
  return withoutNulls({
    content: parts.length === 0 ? null : { parts, role: 'model' },
    finishReason: finishReasons[written.reason ?? 'stop'],
    finishMessage: cut === null ? null : `The call of ${cut.name} was cut off by the output limit`,
    index,
    groundingMetadata:
      written.citations.length === 0 ? null : encodeGrounding(written.citations, written.text),
  })
}

function waitingParts(written: AnswerWriteState): Fields[] {
  const { refusal, calls } = written
  const cut = cutCall(written)
  return [
    ...(refusal === '' ? [] : [{ text: refusal }]),
    ...inOrder(calls).flatMap(([, call]) => (call === cut ? [] : [callPart(call)])),
  ]
}

/** The last call of an answer that met its limit before the call was whole. There is no half a call here. */
function cutCall({ calls, reason }: AnswerWriteState): WaitingCall | null {
  const [, last] = inOrder(calls).at(-1) ?? []
  const isCut = reason === 'length' && last !== undefined && argumentsOf(last.arguments) === null
  return isCut ? last : null
}

const callPart = (call: WaitingCall): Fields =>
  withoutNulls({
    functionCall: withoutNulls({
      id: call.id === '' ? null : call.id,
      name: call.name,
      args: argumentsOf(call.arguments) ?? {},
    }),
    thoughtSignature: writeThoughtSignature(call.signature),
  })

const shared = ({ id, model, created }: GeminiWriteState): Fields =>
  withoutNulls({
    modelVersion: model,
    responseId: id === '' ? null : id,
    createTime: created > 0 ? new Date(created * 1000).toISOString() : null,
  })

const chunk = (state: GeminiWriteState, fields: Fields): string =>
  `data: ${JSON.stringify({ ...fields, ...shared(state) })}\r\n\r\n`

/** A whole answer out of the events of a stream. */
export function encodeAnswer(events: readonly ModelEvent[], request: ModelRequest): Fields {
  let state = open(request)
  for (const event of events) [state] = frames(state, event)
  const { candidates, ...last } = lastChunk(state)
  const whole = { ...last, ...shared(state) }
  if (!Array.isArray(candidates)) return whole
  const byAnswer = eventsByAnswer(events)
  const answers = inOrder(state.answers.size === 0 ? new Map([[0, unwritten()]]) : state.answers)
  return {
    candidates: answers.map(([index, written]) =>
      wholeCandidate(byAnswer.get(index) ?? [], index, written),
    ),
    ...whole,
  }
}

function wholeCandidate(
  own: readonly AnswerEvent[],
  index: number,
  written: AnswerWriteState,
): Fields {
  const tokens = own.flatMap((event) => (event.kind === 'logprobs' ? event.tokens : []))
  return {
    ...lastCandidate([index, written]),
    content: { parts: [...joinedParts(own), ...waitingParts(written)], role: 'model' },
    ...(tokens.length === 0 ? {} : { logprobsResult: encodeLogprobs(tokens) }),
  }
}

/**
 * Fragments of one text are one part. A signature ends a reasoning part; signed text stays a part of its own,
 * since it may not be joined with text that is not: https://ai.google.dev/gemini-api/docs/thought-signatures
 */
function joinedParts(events: readonly AnswerEvent[]): Fields[] {
  const parts: Fields[] = []
  for (const event of events) {
    for (const part of isContent(event) ? partsOf(event) : []) {
      const last = parts.at(-1)
      if (last === undefined || !isJoined(last, part, event)) parts.push(part)
      else {
        const text = (textOf(last['text']) ?? '') + (textOf(part['text']) ?? '')
        parts[parts.length - 1] = { ...part, text }
      }
    }
  }
  return parts
}

const isJoined = (last: Fields, part: Fields, { kind }: ModelEvent): boolean =>
  (kind === 'text' || kind === 'reasoning') &&
  'text' in last &&
  last['thought'] === part['thought'] &&
  !('thoughtSignature' in last) &&
  (kind === 'reasoning' || !('thoughtSignature' in part))
