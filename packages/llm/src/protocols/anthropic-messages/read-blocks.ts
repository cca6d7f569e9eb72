import type { ModelEvent } from '../../event.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../../parts/fields.ts'
import { toolIdOf } from '../../parts/tool-id.ts'
import { readSignature } from '../../parts/signature.ts'
import { callSignatureIn, textSignatureIn } from './part-signatures.ts'

/*
 * The content of an answer comes in blocks, each with its number, from its start over fragments to its
 * stop. What the vendor's own tools do is in blocks too, and is none of the caller's business.
 */

type Block =
  | { readonly kind: 'text'; readonly from: number; readonly citations: Cited[] }
  | { readonly kind: 'thought'; readonly isEmpty: boolean }
  | { readonly kind: 'call'; readonly index: number; readonly isEmpty: boolean }

type Cited = { readonly url: string; readonly title: string | null }

export type BlockReader = {
  /** Those under way, by their number. Grows in place. */
  readonly open: Map<unknown, Block>
  /** Calls so far: they are numbered without the blocks between. */
  readonly calls: number
  /** UTF-16 units of text so far: where a citation is. */
  readonly length: number
  /** Of the call that the next block is. */
  readonly callSignature: string | null
  /** Of the answer: ids that a supplier left out are made from it. */
  readonly id: string
}

type Stepped = readonly [BlockReader, readonly ModelEvent[]]

export const noBlocks = (): BlockReader => ({
  open: new Map(),
  calls: 0,
  length: 0,
  callSignature: null,
  id: '',
})

export function openBlock(reader: BlockReader, number: unknown, block: Fields): Stepped {
  const next = { ...reader, callSignature: null }
  switch (block['type']) {
    case 'text': {
      const citations = listOf(block['citations']).flatMap(citedIn)
      const opened = withBlock(next, number, { kind: 'text', from: reader.length, citations })
      return textEvent(opened, textOf(block['text']))
    }
    case 'thinking':
      return openThought(next, number, block)
    case 'redacted_thinking': {
      const data = textOf(block['data']) ?? ''
      const callSignature = callSignatureIn(data)
      if (callSignature !== null) return [{ ...next, callSignature }, []]
      return [next, [{ ...thought(''), signature: signed(data), redacted: true }]]
    }
    case 'tool_use':
      return openCall(reader, number, block)
    default:
      return [next, []]
  }
}

/** In a whole answer, a block starts with all that it holds. */
function openThought(reader: BlockReader, number: unknown, block: Fields): Stepped {
  const text = textOf(block['thinking']) ?? ''
  const opened = withBlock(reader, number, { kind: 'thought', isEmpty: text === '' })
  const [next, events] = signatureEvent(opened, text === '', textOf(block['signature']))
  return [next, [...(text === '' ? [] : [thought(text)]), ...events]]
}

function openCall(reader: BlockReader, number: unknown, block: Fields): Stepped {
  const { calls: index, callSignature } = reader
  const input = fieldsOf(block['input']) ?? {}
  const isEmpty = Object.keys(input).length === 0
  const opened = withBlock(reader, number, { kind: 'call', index, isEmpty })
  const event: ModelEvent = {
    kind: 'tool-call',
    answer: 0,
    index,
    id: textOf(block['id']) || toolIdOf(`toolu_${reader.id}_${index}`),
    name: textOf(block['name']) ?? '',
    arguments: isEmpty ? '' : JSON.stringify(input),
    ...(callSignature === null ? {} : { signature: callSignature }),
  }
  return [{ ...opened, calls: index + 1, callSignature: null }, [event]]
}

export function addToBlock(reader: BlockReader, number: unknown, delta: Fields): Stepped {
  switch (delta['type']) {
    case 'text_delta':
      return textEvent(reader, textOf(delta['text']))
    case 'thinking_delta':
      return addThought(reader, number, textOf(delta['thinking']))
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

function addThought(reader: BlockReader, number: unknown, text: string | null): Stepped {
  if (text === null || text === '') return [reader, []]
  return [withBlock(reader, number, { kind: 'thought', isEmpty: false }), [thought(text)]]
}

function addSignature(reader: BlockReader, number: unknown, text: string | null): Stepped {
  const block = reader.open.get(number)
  return signatureEvent(reader, block?.kind === 'thought' && block.isEmpty, text)
}

function addCitation(reader: BlockReader, number: unknown, value: unknown): Stepped {
  const block = reader.open.get(number)
  if (block?.kind !== 'text') return [reader, []]
  block.citations.push(...citedIn(value))
  return [reader, []]
}

/** What the vendor's own tools are asked has fragments of the same kind. */
function addToCall(reader: BlockReader, number: unknown, text: string): Stepped {
  const block = reader.open.get(number)
  if (block?.kind !== 'call' || text === '') return [reader, []]
  return [withBlock(reader, number, { ...block, isEmpty: false }), [fragment(block.index, text)]]
}

export function closeBlock(reader: BlockReader, number: unknown): Stepped {
  const block = reader.open.get(number)
  if (block === undefined) return [reader, []]
  reader.open.delete(number)
  return [reader, lastOf(block, reader.length)]
}

/** A call without arguments never names them, and every other dialect wants an object. */
function lastOf(block: Block, length: number): ModelEvent[] {
  if (block.kind === 'call') return block.isEmpty ? [fragment(block.index, '{}')] : []
  if (block.kind === 'thought') return []
  const { from } = block
  return block.citations.map((cited) => ({
    kind: 'citation',
    answer: 0,
    ...cited,
    from,
    to: length,
  }))
}

function withBlock(reader: BlockReader, number: unknown, block: Block): BlockReader {
  reader.open.set(number, block)
  return reader
}

function textEvent(reader: BlockReader, text: string | null): Stepped {
  if (text === null || text === '') return [reader, []]
  const next = { ...reader, length: reader.length + text.length }
  return [next, [{ kind: 'text', answer: 0, text }]]
}

const thought = (text: string): Extract<ModelEvent, { kind: 'reasoning' }> => ({
  kind: 'reasoning',
  answer: 0,
  text,
  signature: null,
})

const signed = (text: string): string => readSignature(text, 'anthropic-messages')

function signatureEvent(reader: BlockReader, isEmpty: boolean, text: string | null): Stepped {
  if (text === null || text === '') return [reader, []]
  const ofText = isEmpty ? textSignatureIn('', text) : null
  if (ofText !== null) return [reader, [{ kind: 'text', answer: 0, text: '', signature: ofText }]]
  return [reader, [{ ...thought(''), signature: signed(text) }]]
}

const fragment = (index: number, text: string): ModelEvent => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id: null,
  name: null,
  arguments: text,
})

/** Places in the caller's own documents have no address. */
function citedIn(value: unknown): Cited[] {
  const citation = fieldsOf(value) ?? {}
  const url = textOf(citation['url']) ?? textOf(citation['source'])
  return url === null ? [] : [{ url, title: textOf(citation['title']) }]
}
