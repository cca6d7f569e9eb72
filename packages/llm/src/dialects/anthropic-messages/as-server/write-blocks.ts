import type { ContentEvent, ModelEvent } from '../../../canonical/event.ts'
import type { Fields } from '../../../bytes/fields.ts'
import { isWhole, type JsonProgress, noJson, withPiece } from '../../../bytes/json-end.ts'
import { writeSignature } from '../../../canonical/reasoning/signature.ts'
import { toolIdOf } from '../../../canonical/calls/tool-id.ts'
import { type HeldEvents, hold, isNothingHeld, nothingHeld, takeHeld } from './held-events.ts'
import { callSignatureBlock } from '../part-signatures.ts'

/*
 * Clients take one block at a time: it starts, grows and stops before the next. Others let two calls
 * grow at once; the later then waits until the earlier is whole, and so does all that comes after it.
 */

/** A step of the block of a number. */
export type BlockStep =
  | { readonly kind: 'start'; readonly index: number; readonly block: Fields }
  | { readonly kind: 'delta'; readonly index: number; readonly delta: Fields }
  | { readonly kind: 'stop'; readonly index: number }

type ToolCallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

type OpenBlock =
  | { readonly kind: 'text' | 'thinking' }
  | {
      readonly kind: 'call'
      readonly index: number
      readonly progress: JsonProgress
      /** The block, until the first arguments start it: a call that was cut off before them is none. */
      readonly waiting: Fields | null
    }

export type BlockWriter = {
  /** Of the answer: ids that a supplier left out are made from it. */
  readonly id: string
  /** Blocks started so far. The last one is open, if any is. */
  readonly count: number
  readonly open: OpenBlock | null
  /** Calls that had their block. Grows in place. */
  readonly calls: Set<number>
  readonly held: HeldEvents
  /** The tool whose call was cut off before it had arguments; null: none was. */
  readonly cut: string | null
}

type BlockWriteStep = readonly [BlockWriter, readonly BlockStep[]]

export const newBlocks = (id = ''): BlockWriter => ({
  id,
  count: 0,
  open: null,
  calls: new Set(),
  held: nothingHeld(),
  cut: null,
})

export function writeContent(writer: BlockWriter, event: ContentEvent): BlockWriteStep {
  const { open, held } = writer
  if (open?.kind !== 'call') return writeNow(writer, event)
  if (event.kind !== 'tool-call' || event.index !== open.index) {
    if (isWhole(open.progress)) return writeNow(writer, event)
    hold(held, event)
    return [writer, []]
  }
  const grown = writeNow(writer, event)
  return isNothingHeld(held) ? grown : andThen(grown, release)
}

/** Nothing more comes: what is open is closed, what waits is written. `isCut`: the last block may be half a block. */
export function endBlocks(writer: BlockWriter, isCut: boolean): BlockWriteStep {
  const steps: BlockStep[] = []
  let now = writer
  for (let next = takeHeld(now.held); next !== null; next = takeHeld(now.held)) {
    const [after, more] = writeAll(now, next)
    now = after
    for (const step of more) steps.push(step)
  }
  const { open } = now
  if (isCut && open?.kind === 'call' && open.waiting !== null) {
    return [{ ...now, open: null, cut: String(open.waiting['name']) }, steps]
  }
  const [last, closing] = close(now)
  return [last, [...steps, ...closing]]
}

/** Goes on with what waited for the open call, once that is whole. */
function release(writer: BlockWriter): BlockWriteStep {
  const steps: BlockStep[] = []
  let now = writer
  while (now.open?.kind !== 'call' || isWhole(now.open.progress)) {
    const next = takeHeld(now.held)
    if (next === null) break
    const [after, more] = writeAll(now, next)
    now = after
    for (const step of more) steps.push(step)
  }
  return [now, steps]
}

function writeAll(writer: BlockWriter, events: readonly ContentEvent[]): BlockWriteStep {
  const steps: BlockStep[] = []
  let now = writer
  for (const event of events) {
    const [next, more] = writeNow(now, event)
    now = next
    for (const step of more) steps.push(step)
  }
  return [now, steps]
}

const andThen = (
  [writer, steps]: BlockWriteStep,
  more: (writer: BlockWriter) => BlockWriteStep,
): BlockWriteStep => {
  const [next, added] = more(writer)
  return [next, [...steps, ...added]]
}

/** The dialect has no answers but words, reasoning and calls. */
function writeNow(writer: BlockWriter, event: ContentEvent): BlockWriteStep {
  switch (event.kind) {
    case 'text':
      return writeSignedText(writer, event)
    case 'refusal':
      return writeText(writer, event.text)
    case 'audio':
      return writeText(writer, event.transcript)
    case 'reasoning':
      return writeReasoning(writer, event)
    case 'tool-call':
      return writeCall(writer, event)
    case 'citation':
      return writeCitation(writer, event)
    case 'image':
    case 'file':
    case 'logprobs':
    case 'tool-result':
      return [writer, []]
  }
}

function writeSignedText(
  writer: BlockWriter,
  { text, signature }: Extract<ModelEvent, { kind: 'text' }>,
): BlockWriteStep {
  const written = writeText(writer, text)
  return signature === undefined ? written : andThen(written, (next) => signText(next, signature))
}

const writeText = (writer: BlockWriter, text: string): BlockWriteStep =>
  text === ''
    ? [writer, []]
    : andThen(ensureBlock(writer, 'text'), (next) => add(next, { type: 'text_delta', text }))

/** See part-signatures.ts. */
const signText = (writer: BlockWriter, signature: string): BlockWriteStep =>
  andThen(close(writer), (next) => writeReasoning(next, { text: '', signature }))

type ReasoningFields = Pick<
  Extract<ModelEvent, { kind: 'reasoning' }>,
  'text' | 'signature' | 'redacted'
>

function writeReasoning(
  writer: BlockWriter,
  { text, signature, redacted }: ReasoningFields,
): BlockWriteStep {
  const data = signature === null ? null : writeSignature(signature, 'anthropic-messages')
  if (redacted === true) return whole(writer, { type: 'redacted_thinking', data: data ?? '' })
  if (text === '' && data === null) return [writer, []]
  let written = ensureBlock(writer, 'thinking')
  if (text !== '') {
    written = andThen(written, (next) => add(next, { type: 'thinking_delta', thinking: text }))
  }
  if (data === null) return written
  const sign = (next: BlockWriter): BlockWriteStep =>
    add(next, { type: 'signature_delta', signature: data })
  return andThen(andThen(written, sign), close)
}

function writeCall(writer: BlockWriter, event: ToolCallEvent): BlockWriteStep {
  const { open } = writer
  if (open?.kind === 'call' && open.index === event.index) return growCall(writer, event.arguments)
  // A piece for a call that is closed comes too late: it was whole.
  if (writer.calls.has(event.index)) return [writer, []]
  writer.calls.add(event.index)
  const { signature } = event
  const before =
    signature === undefined ? close(writer) : whole(writer, callSignatureBlock(signature))
  const waiting = {
    type: 'tool_use',
    id: toolIdOf(event.id || `toolu_${writer.id}_${event.index}`),
    name: event.name ?? '',
    input: {},
  }
  const call = { kind: 'call', index: event.index, progress: noJson, waiting } as const
  return andThen(before, (next) => growCall({ ...next, open: call }, event.arguments))
}

function growCall(writer: BlockWriter, text: string): BlockWriteStep {
  const { open } = writer
  if (open?.kind !== 'call' || text === '') return [writer, []]
  return andThen(started(writer), (next) => {
    const progress = withPiece(open.progress, text)
    const grown = { ...next, open: { ...open, progress, waiting: null } }
    return add(grown, { type: 'input_json_delta', partial_json: text })
  })
}

/** The open call as a block that has begun. */
const started = (writer: BlockWriter): BlockWriteStep =>
  writer.open?.kind === 'call' && writer.open.waiting !== null
    ? startBlock(writer, { ...writer.open, waiting: null }, writer.open.waiting)
    : [writer, []]

/**
 * Of the block of text that is open. The words that are cited have no place in ours:
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool#citations
 */
function writeCitation(
  writer: BlockWriter,
  { url, title }: Extract<ModelEvent, { kind: 'citation' }>,
): BlockWriteStep {
  if (writer.open?.kind !== 'text') return [writer, []]
  const place = { type: 'web_search_result_location', url, title }
  const citation = { ...place, cited_text: '', encrypted_index: '' }
  return add(writer, { type: 'citations_delta', citation })
}

const emptyBlocks = {
  text: { type: 'text', text: '' },
  thinking: { type: 'thinking', thinking: '', signature: '' },
} as const

/** In a block of a kind: the open one, or a new one. */
const ensureBlock = (writer: BlockWriter, kind: 'text' | 'thinking'): BlockWriteStep =>
  writer.open?.kind === kind
    ? [writer, []]
    : andThen(close(writer), (next) => startBlock(next, { kind }, emptyBlocks[kind]))

/** A block that has all it ever has when it starts. */
const whole = (writer: BlockWriter, block: Fields): BlockWriteStep =>
  andThen(
    andThen(close(writer), (next) => startBlock(next, { kind: 'text' }, block)),
    close,
  )

const startBlock = (writer: BlockWriter, open: OpenBlock, block: Fields): BlockWriteStep => [
  { ...writer, open, count: writer.count + 1 },
  [{ kind: 'start', index: writer.count, block }],
]

const add = (writer: BlockWriter, delta: Fields): BlockWriteStep => [
  writer,
  [{ kind: 'delta', index: writer.count - 1, delta }],
]

const close = (writer: BlockWriter): BlockWriteStep =>
  writer.open === null
    ? [writer, []]
    : andThen(started(writer), (next) => [
        { ...next, open: null },
        [{ kind: 'stop', index: next.count - 1 }],
      ])
