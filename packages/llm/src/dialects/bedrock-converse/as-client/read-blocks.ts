import type { ModelEvent } from '../../../canonical/event.ts'
import { type Fields, fieldsOf, textOf } from '../../../bytes/fields.ts'
import { readSignature } from '../../../canonical/reasoning/signature.ts'
import { toolIdOf } from '../../../canonical/calls/tool-id.ts'

/*
 * The content of an answer comes in blocks, each with its number, in fragments up to its stop. Only calls have a start:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlockDelta.html
 */

export type BedrockBlockReader = {
  /** Calls under way, by the number of their block. Grows in place. */
  readonly open: Map<unknown, { readonly index: number; readonly isEmpty: boolean }>
  /** Calls so far: they are numbered without the blocks between. */
  readonly calls: number
  /** UTF-16 units of text so far: where a citation is. */
  readonly length: number
  /** The place where the text of the block under way began. */
  readonly from: number
  /** Citations of the block under way. */
  readonly cited: readonly BlockCitation[]
  /**
   * A call that was closed without arguments; null: there is none. It had none, unless the answer ends there at its
   * limit: then they were cut off.
   */
  readonly silent: number | null
}

type BlockCitation = { readonly url: string; readonly title: string | null }

type BlockReadStep = readonly [BedrockBlockReader, readonly ModelEvent[]]
type CallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

export const noBlocks = (): BedrockBlockReader => ({
  open: new Map(),
  calls: 0,
  length: 0,
  from: 0,
  cited: [],
  silent: null,
})

export function openBlock(
  reader: BedrockBlockReader,
  number: unknown,
  start: Fields,
): BlockReadStep {
  const [next, ended] = endSilence(reader)
  const call = fieldsOf(start['toolUse'])
  if (call === null) return [next, ended]
  const index = next.calls
  next.open.set(number, { index, isEmpty: true })
  const event: CallEvent = {
    kind: 'tool-call',
    answer: 0,
    index,
    id: textOf(call['toolUseId']) || toolIdOf(`tooluse_${index}`),
    name: textOf(call['name']) ?? '',
    arguments: '',
  }
  return [{ ...next, calls: index + 1 }, [...ended, event]]
}

export function addToBlock(
  reader: BedrockBlockReader,
  number: unknown,
  delta: Fields,
): BlockReadStep {
  const [next, ended] = endSilence(reader)
  const [added, events] = add(next, number, delta)
  return [added, [...ended, ...events]]
}

function add(reader: BedrockBlockReader, number: unknown, delta: Fields): BlockReadStep {
  const text = textOf(delta['text'])
  if (text !== null) return addText(reader, text)
  const call = fieldsOf(delta['toolUse'])
  if (call !== null) return addToCall(reader, number, textOf(call['input']) ?? '')
  const reasoning = fieldsOf(delta['reasoningContent'])
  if (reasoning !== null) return [reader, reasoningIn(reasoning)]
  const citation = citedIn(fieldsOf(delta['citation']) ?? {})
  return [{ ...reader, cited: [...reader.cited, ...citation] }, []]
}

function addText(reader: BedrockBlockReader, text: string): BlockReadStep {
  if (text === '') return [reader, []]
  return [{ ...reader, length: reader.length + text.length }, [{ kind: 'text', answer: 0, text }]]
}

function addToCall(reader: BedrockBlockReader, number: unknown, text: string): BlockReadStep {
  const block = reader.open.get(number)
  if (block === undefined || text === '') return [reader, []]
  reader.open.set(number, { ...block, isEmpty: false })
  return [reader, [fragment(block.index, text)]]
}

/** A fragment of a reasoning part, or the signature at its end. What the model keeps to itself is its own signature. */
function reasoningIn(reasoning: Fields): ModelEvent[] {
  const text = textOf(reasoning['text']) ?? ''
  const redacted = textOf(reasoning['redactedContent']) ?? ''
  const signature = textOf(reasoning['signature']) ?? redacted
  if (text === '' && signature === '') return []
  return [
    {
      kind: 'reasoning',
      answer: 0,
      text,
      signature: signature === '' ? null : readSignature(signature, 'bedrock-converse'),
      ...(redacted === '' ? {} : { redacted: true }),
    },
  ]
}

export function closeBlock(reader: BedrockBlockReader, number: unknown): BlockReadStep {
  const { from, length: to, cited } = reader
  const next = { ...reader, from: to, cited: [] }
  const call = reader.open.get(number)
  if (call !== undefined) {
    reader.open.delete(number)
    return [call.isEmpty ? { ...next, silent: call.index } : next, []]
  }
  return [next, cited.map((one) => ({ kind: 'citation', answer: 0, ...one, from, to }))]
}

/** The call that said nothing is whole: every other dialect wants an object of it. */
export const endSilence = (reader: BedrockBlockReader): BlockReadStep =>
  reader.silent === null
    ? [reader, []]
    : [{ ...reader, silent: null }, [fragment(reader.silent, '{}')]]

const fragment = (index: number, text: string): CallEvent => ({
  kind: 'tool-call',
  answer: 0,
  index,
  id: null,
  name: null,
  arguments: text,
})

/** Places in the caller's own documents have no address. */
function citedIn(citation: Fields): BlockCitation[] {
  const web = fieldsOf(fieldsOf(citation['location'])?.['web'])
  const url = textOf(web?.['url'])
  return url === null ? [] : [{ url, title: textOf(citation['title']) }]
}
