import type { ContentEvent, ModelEvent, TokenLogprob } from '../../../canonical/event.ts'
import type { Fields } from '../../../bytes/fields.ts'
import type { CallersTool } from '../../../canonical/calls/own-tools.ts'
import { noInput } from '../../../canonical/calls/custom-input.ts'
import { toolIdWithin } from '../../../canonical/calls/tool-id.ts'
import { encodeToken } from '../../../canonical/openai-logprobs.ts'
import {
  type EncryptedContent,
  writeEncrypted,
} from '../../../canonical/reasoning/carried-signature.ts'
import {
  type CallItem,
  type ContentPart,
  emptyPart,
  type MessageItem,
  partAdded,
  partDone,
  summaryAdded,
  type OutputTextPart,
  type ReasoningItem,
} from './write-items.ts'
import {
  closed,
  closedCurrent,
  nextId,
  opened,
  replaced,
  andThen,
  argumentsMore,
  type ResponsesWriteState,
  type WriteStep,
} from './write-state.ts'

type EventOf<Kind extends ModelEvent['kind']> = Extract<ModelEvent, { kind: Kind }>

/** The frames of an event that gives something. */
export function writeContent(state: ResponsesWriteState, event: ContentEvent): WriteStep {
  switch (event.kind) {
    case 'text':
      return writeText(state, event)
    case 'refusal':
      return inPart(state, 'refusal', (now, place) => refusalDelta(now, place, event.text))
    case 'logprobs':
      return inPart(state, 'output_text', (now, place) => textDelta(now, place, '', event.tokens))
    case 'citation':
      return inPart(state, 'output_text', (now, place) => annotation(now, place, event))
    case 'reasoning':
      return writeReasoning(state, event)
    case 'tool-call':
      return writeCall(state, event)
    case 'image':
      return writePicture(state, event)
    case 'audio':
      return [state, audioEvents(event)]
    case 'file':
    case 'tool-result':
      return [state, []]
  }
}

function writeText(state: ResponsesWriteState, event: EventOf<'text'>): WriteStep {
  const written: WriteStep =
    event.text === ''
      ? [state, []]
      : inPart(state, 'output_text', (now, place) => textDelta(now, place, event.text, []))
  const { signature } = event
  return signature === undefined
    ? written
    : andThen(written, (now) => carrier(now, { of: 'text', signature }))
}

type PartPlace<Part extends ContentPart> = {
  readonly item: MessageItem
  readonly part: Part
  /** The place of an item, as its events say it. */
  readonly names: Fields
}

/** Writes into a part of this type, the one that is open or a new one. */
function inPart<Type extends ContentPart['type']>(
  state: ResponsesWriteState,
  type: Type,
  write: (
    state: ResponsesWriteState,
    place: PartPlace<Extract<ContentPart, { type: Type }>>,
  ) => WriteStep,
): WriteStep {
  return andThen(openPart(state, type), (now) => {
    const at = now.current
    const item = now.items[at]
    const part = item?.kind === 'message' ? item.parts.at(-1) : undefined
    if (item?.kind !== 'message' || !isOfType(part, type)) return [now, []]
    const names = { item_id: item.id, output_index: at, content_index: item.parts.length - 1 }
    return write(now, { item, part, names })
  })
}

const isOfType = <Type extends ContentPart['type']>(
  part: ContentPart | undefined,
  type: Type,
): part is Extract<ContentPart, { type: Type }> => part?.type === type

function openPart(state: ResponsesWriteState, type: ContentPart['type']): WriteStep {
  return andThen(openMessage(state), (now) => {
    const at = now.current
    const item = now.items[at]
    if (item?.kind !== 'message' || item.parts.at(-1)?.type === type) return [now, []]
    const part = emptyPart(type)
    const events = [...partDone(item, at), partAdded(item, at, part)]
    item.parts.push(part)
    return [now, events]
  })
}

function openMessage(state: ResponsesWriteState): WriteStep {
  if (state.items[state.current]?.kind === 'message') return [state, []]
  return andThen(closedCurrent(state), (now) =>
    opened(now, {
      kind: 'message',
      id: nextId(now, 'message'),
      status: 'in_progress',
      parts: [],
    }),
  )
}

function withPart(
  state: ResponsesWriteState,
  { item }: PartPlace<ContentPart>,
  part: ContentPart,
): ResponsesWriteState {
  item.parts[item.parts.length - 1] = part
  return state
}

function textDelta(
  state: ResponsesWriteState,
  place: PartPlace<OutputTextPart>,
  delta: string,
  tokens: readonly TokenLogprob[],
): WriteStep {
  const { part, names } = place
  const logprobs = tokens.map(encodeToken)
  const text = part.text + delta
  const tokensLeft = state.tokensLeft - tokens.reduce((sum, { top }) => sum + 1 + top.length, 0)
  return [
    withPart({ ...state, tokensLeft }, place, {
      ...part,
      text,
      logprobs: tokensLeft < 0 ? null : withMore(part.logprobs, logprobs),
    }),
    [{ type: 'response.output_text.delta', ...names, delta, logprobs }],
  ]
}

function withMore(known: Fields[] | null, more: readonly Fields[]): Fields[] | null {
  if (known === null) return more.length === 0 ? null : [...more]
  for (const one of more) known.push(one)
  return known
}

const refusalDelta = (
  state: ResponsesWriteState,
  place: PartPlace<Extract<ContentPart, { type: 'refusal' }>>,
  delta: string,
): WriteStep => [
  withPart(state, place, { ...place.part, refusal: place.part.refusal + delta }),
  [{ type: 'response.refusal.delta', ...place.names, delta }],
]

function annotation(
  state: ResponsesWriteState,
  place: PartPlace<OutputTextPart>,
  event: EventOf<'citation'>,
): WriteStep {
  const { part, names } = place
  const made = {
    type: 'url_citation',
    url: event.url,
    title: event.title ?? '',
    start_index: event.from,
    end_index: event.to,
  }
  const index = part.annotations.push(made) - 1
  return [
    state,
    [
      {
        type: 'response.output_text.annotation.added',
        ...names,
        annotation_index: index,
        annotation: made,
      },
    ],
  ]
}

/** A signature ends the reasoning part; so does another reasoning part's id. */
function writeReasoning(state: ResponsesWriteState, event: EventOf<'reasoning'>): WriteStep {
  const { signature } = event
  const written = andThen(openReasoning(state, event.id), (now) => reasoningDelta(now, event.text))
  return signature === null
    ? written
    : andThen(written, (now) =>
        signed(now, { of: event.redacted === true ? 'redacted' : 'reasoning', signature }),
      )
}

function openReasoning(state: ResponsesWriteState, id: string | undefined): WriteStep {
  const current = state.items[state.current]
  if (current?.kind === 'reasoning' && (id === undefined || id === current.id)) return [state, []]
  return andThen(closedCurrent(state), (now) => opened(now, newReasoning(now, id)))
}

const newReasoning = (state: ResponsesWriteState, id?: string): ReasoningItem => ({
  kind: 'reasoning',
  id: nextId(state, 'reasoning', id),
  status: 'in_progress',
  text: '',
  signature: null,
})

function reasoningDelta(state: ResponsesWriteState, delta: string): WriteStep {
  const at = state.current
  const item = state.items[at]
  if (item?.kind !== 'reasoning' || delta === '') return [state, []]
  return [
    replaced(state, at, { ...item, text: item.text + delta }),
    [
      ...(item.text === '' ? [summaryAdded(item, at)] : []),
      {
        type: 'response.reasoning_summary_text.delta',
        item_id: item.id,
        output_index: at,
        summary_index: 0,
        delta,
      },
    ],
  ]
}

function signed(state: ResponsesWriteState, encrypted: EncryptedContent): WriteStep {
  const at = state.current
  const item = state.items[at]
  if (item?.kind !== 'reasoning') return [state, []]
  const signature = writeEncrypted(encrypted)
  return closed(replaced(state, at, { ...item, signature }), at)
}

/** An item that only carries a signature: carried-signature.ts. */
const carrier = (state: ResponsesWriteState, signature: EncryptedContent): WriteStep =>
  andThen(
    andThen(closedCurrent(state), (now) => opened(now, newReasoning(now))),
    (now) => signed(now, signature),
  )

function writeCall(state: ResponsesWriteState, event: EventOf<'tool-call'>): WriteStep {
  const at = state.calls.get(event.index) ?? -1
  const known = state.items[at]
  const isKnown =
    known?.kind === 'call' &&
    (event.id === null || event.id === '' || toolIdWithin(event.id, 64) === known.callId)
  if (isKnown) return argumentsDelta(state, at, known, event)
  return andThen(openCall(state, event), (now) => {
    const item = now.items.at(-1)
    return item?.kind === 'call'
      ? argumentsDelta(now, now.items.length - 1, item, event)
      : [now, []]
  })
}

const prefixOf = (callers: CallersTool | null): 'call' | 'custom' | 'search' =>
  callers === null || callers.kind === 'function' ? 'call' : callers.kind

function openCall(state: ResponsesWriteState, event: EventOf<'tool-call'>): WriteStep {
  const { signature } = event
  const before =
    signature === undefined ? closedCurrent(state) : carrier(state, { of: 'call', signature })
  return andThen(before, (now) => {
    const callers = state.callers.get(event.name ?? '') ?? null
    const id = nextId(now, prefixOf(callers))
    const callId = toolIdWithin(event.id || id.replace(/^(fc|ctc|tsc)_/, 'call_'), 64)
    return opened(now, {
      kind: 'call',
      id,
      status: 'in_progress',
      index: event.index,
      callId,
      name: event.name ?? '',
      arguments: '',
      callers,
      input: { text: '', progress: noInput },
    })
  })
}

const argumentsDelta = (
  state: ResponsesWriteState,
  at: number,
  item: CallItem,
  { arguments: delta }: EventOf<'tool-call'>,
): WriteStep => (delta === '' ? [state, []] : argumentsMore(state, at, item, delta))

/** A picture that is somewhere else has no place in an answer. */
function writePicture(state: ResponsesWriteState, { source }: EventOf<'image'>): WriteStep {
  if (source.kind !== 'data') return [state, []]
  return andThen(
    andThen(closedCurrent(state), (now) =>
      opened(now, {
        kind: 'picture',
        id: nextId(now, 'picture'),
        status: 'in_progress',
        base64: source.base64,
      }),
    ),
    closedCurrent,
  )
}

const audioEvents = ({ base64, transcript }: EventOf<'audio'>): Fields[] => [
  ...(base64 === '' ? [] : [{ type: 'response.audio.delta', delta: base64 }]),
  ...(transcript === '' ? [] : [{ type: 'response.audio.transcript.delta', delta: transcript }]),
]
