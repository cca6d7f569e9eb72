import type { ModelEvent } from '../../../canonical/event.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import { type CodeCalls, type CallEvent, runEndedBy, runOf, stillToRun } from './called-by-code.ts'
import { toolIdOf } from '../../../canonical/calls/tool-id.ts'
import { readSignature } from '../../../canonical/reasoning/signature.ts'
import { callSignatureIn, textSignatureIn } from '../part-signatures.ts'

/*
 * The content of an answer comes in blocks, each with its number, from its start over fragments to its
 * stop. What the vendor's own tools do is in blocks too, and is none of the caller's business.
 */

type Block =
  | { readonly kind: 'text'; readonly from: number; readonly citations: BlockCitation[] }
  | { readonly kind: 'reasoning'; readonly isEmpty: boolean }
  | {
      readonly kind: 'call'
      readonly index: number
      readonly isEmpty: boolean
      /** The run of the code that made it; null: the model did. */
      readonly run: string | null
    }

type BlockCitation = { readonly url: string; readonly title: string | null }

export type AnthropicBlockReader = {
  /** Those under way, by their number. Grows in place. */
  readonly open: Map<unknown, Block>
  /** Calls so far: they are numbered without the blocks between. */
  readonly calls: number
  /** UTF-16 units of text so far: where a citation is. */
  readonly length: number
  /** Of the call that the next block is. */
  readonly callSignature: string | null
  /**
   * A call that was closed without arguments; null: there is none. Every other dialect wants an object of it, unless
   * the answer ends there at its limit: then they were cut off.
   */
  readonly silent: number | null
  readonly byCode: CodeCalls
  readonly codeCalls: number
  /** Of the answer: ids that a supplier left out are made from it. */
  readonly id: string
}

type BlockReadStep = readonly [AnthropicBlockReader, readonly ModelEvent[]]

export const noBlocks = (): AnthropicBlockReader => ({
  open: new Map(),
  calls: 0,
  length: 0,
  callSignature: null,
  silent: null,
  byCode: new Map(),
  codeCalls: 0,
  id: '',
})

export function openBlock(
  reader: AnthropicBlockReader,
  number: unknown,
  block: Fields,
): BlockReadStep {
  const next = { ...reader, callSignature: null }
  switch (block['type']) {
    case 'text': {
      const citations = listOf(block['citations']).flatMap(citedIn)
      const opened = withBlock(next, number, { kind: 'text', from: reader.length, citations })
      return textEvent(opened, textOf(block['text']))
    }
    case 'thinking':
      return openReasoning(next, number, block)
    case 'redacted_thinking': {
      const data = textOf(block['data']) ?? ''
      const callSignature = callSignatureIn(data)
      if (callSignature !== null) return [{ ...next, callSignature }, []]
      return [next, [{ ...reasoningOf(''), signature: signed(data), redacted: true }]]
    }
    case 'tool_use':
      return openCall(reader, number, block)
    default: {
      const run = runEndedBy(block)
      if (run !== null) next.byCode.delete(run)
      return [next, []]
    }
  }
}

/** In a whole answer, a block starts with all that it holds. */
function openReasoning(
  reader: AnthropicBlockReader,
  number: unknown,
  block: Fields,
): BlockReadStep {
  const text = textOf(block['thinking']) ?? ''
  const opened = withBlock(reader, number, { kind: 'reasoning', isEmpty: text === '' })
  const [next, events] = signatureEvent(opened, text === '', textOf(block['signature']))
  return [next, [...(text === '' ? [] : [reasoningOf(text)]), ...events]]
}

function openCall(reader: AnthropicBlockReader, number: unknown, block: Fields): BlockReadStep {
  const { callSignature, byCode } = reader
  const run = runOf(block)
  // Those of code get their numbers when it is known that they are to be run.
  const index = run === null ? reader.calls : -1 - reader.codeCalls
  const input = fieldsOf(block['input']) ?? {}
  const isEmpty = Object.keys(input).length === 0
  const opened = withBlock(reader, number, { kind: 'call', index, isEmpty, run })
  const event: CallEvent = {
    kind: 'tool-call',
    answer: 0,
    index,
    id: textOf(block['id']) || toolIdOf(`toolu_${reader.id}_${index}`),
    name: textOf(block['name']) ?? '',
    arguments: isEmpty ? '' : JSON.stringify(input),
    ...(callSignature === null ? {} : { signature: callSignature }),
  }
  if (run === null) return [{ ...opened, calls: index + 1, callSignature: null }, [event]]
  const before = byCode.get(run)
  if (before === undefined) byCode.set(run, [event])
  else before.push(event)
  return [{ ...opened, codeCalls: reader.codeCalls + 1, callSignature: null }, []]
}

export function addToBlock(
  reader: AnthropicBlockReader,
  number: unknown,
  delta: Fields,
): BlockReadStep {
  switch (delta['type']) {
    case 'text_delta':
      return textEvent(reader, textOf(delta['text']))
    case 'thinking_delta':
      return addReasoning(reader, number, textOf(delta['thinking']))
    case 'signature_delta':
      return addSignature(reader, number, textOf(delta['signature']))
    case 'input_json_delta':
      return addToCall(reader, number, textOf(delta['partial_json']) ?? '')
    case 'citations_delta':
      return addCitation(reader, number, delta['citation'])
    default:
      return [reader, []]
  }
}

function addReasoning(
  reader: AnthropicBlockReader,
  number: unknown,
  text: string | null,
): BlockReadStep {
  if (text === null || text === '') return [reader, []]
  return [withBlock(reader, number, { kind: 'reasoning', isEmpty: false }), [reasoningOf(text)]]
}

function addSignature(
  reader: AnthropicBlockReader,
  number: unknown,
  text: string | null,
): BlockReadStep {
  const block = reader.open.get(number)
  return signatureEvent(reader, block?.kind === 'reasoning' && block.isEmpty, text)
}

function addCitation(reader: AnthropicBlockReader, number: unknown, value: unknown): BlockReadStep {
  const block = reader.open.get(number)
  if (block?.kind !== 'text') return [reader, []]
  for (const cited of citedIn(value)) block.citations.push(cited)
  return [reader, []]
}

/** Questions to the vendor's own tools have fragments of the same kind. */
function addToCall(reader: AnthropicBlockReader, number: unknown, text: string): BlockReadStep {
  const block = reader.open.get(number)
  if (block?.kind !== 'call' || text === '') return [reader, []]
  return addArguments(withBlock(reader, number, { ...block, isEmpty: false }), block, text)
}

export function closeBlock(reader: AnthropicBlockReader, number: unknown): BlockReadStep {
  const block = reader.open.get(number)
  if (block === undefined) return [reader, []]
  reader.open.delete(number)
  if (block.kind !== 'call') return [reader, lastOf(block, reader.length)]
  if (!block.isEmpty) return [reader, []]
  return block.run === null
    ? [{ ...reader, silent: block.index }, []]
    : addArguments(reader, block, '{}')
}

/** More arguments of a call, which wait where its code may still get its result. */
function addArguments(
  reader: AnthropicBlockReader,
  { index, run }: Extract<Block, { kind: 'call' }>,
  text: string,
): BlockReadStep {
  if (run === null) return [reader, [fragment(index, text)]]
  reader.byCode.get(run)?.push(fragment(index, text))
  return [reader, []]
}

/** The answer stops for the calls that its code made. */
export function endRuns(reader: AnthropicBlockReader): BlockReadStep {
  const events = stillToRun(reader.byCode, reader.calls)
  const calls = reader.calls + new Set(events.map(({ index }) => index)).size
  return [{ ...reader, calls, byCode: new Map() }, events]
}

/** The call that said nothing is whole. */
export const endSilence = (reader: AnthropicBlockReader): BlockReadStep =>
  reader.silent === null
    ? [reader, []]
    : [{ ...reader, silent: null }, [fragment(reader.silent, '{}')]]

function lastOf(block: Exclude<Block, { kind: 'call' }>, length: number): ModelEvent[] {
  if (block.kind === 'reasoning') return []
  const { from } = block
  return block.citations.map((cited) => ({
    kind: 'citation',
    answer: 0,
    ...cited,
    from,
    to: length,
  }))
}

function withBlock(
  reader: AnthropicBlockReader,
  number: unknown,
  block: Block,
): AnthropicBlockReader {
  reader.open.set(number, block)
  return reader
}

function textEvent(reader: AnthropicBlockReader, text: string | null): BlockReadStep {
  if (text === null || text === '') return [reader, []]
  const next = { ...reader, length: reader.length + text.length }
  return [next, [{ kind: 'text', answer: 0, text }]]
}

const reasoningOf = (text: string): Extract<ModelEvent, { kind: 'reasoning' }> => ({
  kind: 'reasoning',
  answer: 0,
  text,
  signature: null,
})

const signed = (text: string): string => readSignature(text, 'anthropic-messages')

function signatureEvent(
  reader: AnthropicBlockReader,
  isEmpty: boolean,
  text: string | null,
): BlockReadStep {
  if (text === null || text === '') return [reader, []]
  const ofText = isEmpty ? textSignatureIn('', text) : null
  if (ofText !== null) return [reader, [{ kind: 'text', answer: 0, text: '', signature: ofText }]]
  return [reader, [{ ...reasoningOf(''), signature: signed(text) }]]
}

const fragment = (index: number, text: string): CallEvent => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id: null,
  name: null,
  arguments: text,
})

/** Places in the caller's own documents have no address. */
function citedIn(value: unknown): BlockCitation[] {
  const citation = fieldsOf(value) ?? {}
  const url = textOf(citation['url']) ?? textOf(citation['source'])
  return url === null ? [] : [{ url, title: textOf(citation['title']) }]
}
