import { type InputProgress, noInput } from '../../../canonical/calls/custom-input.ts'
import type { CallersTool } from '../../../canonical/calls/own-tools.ts'
import { type Fields, parsedFields, withoutNulls } from '../../../bytes/fields.ts'

/* Items of the output as we write them, and the events that open and close each. */

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

export type OutputTextPart = {
  readonly type: 'output_text'
  /** Grows in place. */
  readonly annotations: Fields[]
  /** Grows in place; null: there are none, or more than the end may repeat. */
  readonly logprobs: Fields[] | null
  readonly text: string
}

export type ContentPart = OutputTextPart | { readonly type: 'refusal'; readonly refusal: string }

type ItemBase = { readonly id: string; readonly status: ItemStatus }

export type MessageItem = ItemBase & {
  readonly kind: 'message'
  /** Of an open message the last one is open. Grows in place. */
  readonly parts: ContentPart[]
}

export type ReasoningItem = ItemBase & {
  readonly kind: 'reasoning'
  readonly text: string
  /** `encrypted_content`. */
  readonly signature: string | null
}

export type CallItem = ItemBase & {
  readonly kind: 'call'
  /** The number of one of several parallel calls, in the canonical form. */
  readonly index: number
  readonly callId: string
  /** As the supplier calls the tool. */
  readonly name: string
  readonly arguments: string
  /** The caller's own word for the tool; null: it is the same. */
  readonly callers: CallersTool | null
  /** Of a custom tool: its text so far. */
  readonly input: { readonly text: string; readonly progress: InputProgress }
}

export const isSearch = ({ callers }: CallItem): boolean => callers?.kind === 'search'
export const isCustom = ({ callers }: CallItem): boolean => callers?.kind === 'custom'

type PictureItem = ItemBase & { readonly kind: 'picture'; readonly base64: string }

export type OutputItem = MessageItem | ReasoningItem | CallItem | PictureItem

/** The prefixes of the ids of items. */
export const idPrefix: Readonly<Record<OutputItem['kind'] | 'custom' | 'search', string>> = {
  message: 'msg',
  reasoning: 'rs',
  call: 'fc',
  custom: 'ctc',
  search: 'tsc',
  picture: 'ig',
}

export function encodeItem(item: OutputItem, status: ItemStatus): Fields {
  const { id } = item
  switch (item.kind) {
    case 'message':
      return { id, type: 'message', status, role: 'assistant', content: item.parts.map(encodePart) }
    case 'reasoning':
      return withoutNulls({
        id,
        type: 'reasoning',
        status,
        summary: item.text === '' ? [] : [summaryPart(item.text)],
        encrypted_content: item.signature,
      })
    case 'call':
      return encodeCall(item, status)
    case 'picture':
      return { id, type: 'image_generation_call', status, result: item.base64 }
  }
}

function encodeCall(item: CallItem, status: ItemStatus): Fields {
  const { id, callers } = item
  if (isSearch(item)) {
    const args = parsedFields(item.arguments) ?? {}
    const call = { id, type: 'tool_search_call', status, call_id: item.callId }
    return { ...call, execution: 'client', arguments: args }
  }
  return withoutNulls({
    id,
    type: isCustom(item) ? 'custom_tool_call' : 'function_call',
    status,
    call_id: item.callId,
    name: callers?.name ?? item.name,
    namespace: callers?.namespace,
    ...(isCustom(item) ? { input: item.input.text } : { arguments: item.arguments }),
  })
}

const encodePart = (part: ContentPart): Fields =>
  part.type === 'refusal'
    ? part
    : { ...part, annotations: [...part.annotations], logprobs: [...(part.logprobs ?? [])] }

const summaryPart = (text: string): Fields => ({ type: 'summary_text', text })

const noText = (): OutputTextPart => ({
  type: 'output_text',
  annotations: [],
  logprobs: null,
  text: '',
})

/** The first event of an item, which has nothing in it yet. */
export const announced = (item: OutputItem, output: number): Fields => ({
  type: 'response.output_item.added',
  output_index: output,
  item: encodeItem(emptied(item), 'in_progress'),
})

/** The same with nothing in it. */
export function emptied(item: OutputItem): OutputItem {
  switch (item.kind) {
    case 'message':
      return { ...item, parts: [] }
    case 'reasoning':
      return { ...item, text: '', signature: null }
    case 'call':
      return { ...item, arguments: '', input: { text: '', progress: noInput } }
    case 'picture':
      return { ...item, base64: '' }
  }
}

export const partAdded = (item: MessageItem, output: number, part: ContentPart): Fields => ({
  type: 'response.content_part.added',
  item_id: item.id,
  output_index: output,
  content_index: item.parts.length,
  part: encodePart(part),
})

export const emptyPart = (type: ContentPart['type']): ContentPart =>
  type === 'refusal' ? { type, refusal: '' } : noText()

/** The last part of a message, whole. */
export function partDone(item: MessageItem, output: number): Fields[] {
  const part = item.parts.at(-1)
  if (part === undefined) return []
  const place = { item_id: item.id, output_index: output, content_index: item.parts.length - 1 }
  const whole =
    part.type === 'refusal'
      ? { type: 'response.refusal.done', ...place, refusal: part.refusal }
      : {
          type: 'response.output_text.done',
          ...place,
          text: part.text,
          logprobs: [...(part.logprobs ?? [])],
        }
  return [whole, { type: 'response.content_part.done', ...place, part: encodePart(part) }]
}

/** Our summaries have one part. */
export const summaryAdded = (item: ReasoningItem, output: number): Fields => ({
  type: 'response.reasoning_summary_part.added',
  item_id: item.id,
  output_index: output,
  summary_index: 0,
  part: summaryPart(''),
})

function summaryDone(item: ReasoningItem, output: number): Fields[] {
  if (item.text === '') return []
  const place = { item_id: item.id, output_index: output, summary_index: 0 }
  return [
    { type: 'response.reasoning_summary_text.done', ...place, text: item.text },
    { type: 'response.reasoning_summary_part.done', ...place, part: summaryPart(item.text) },
  ]
}

function argumentsDone(item: CallItem, output: number): Fields {
  const place = { item_id: item.id, output_index: output }
  return isCustom(item)
    ? { type: 'response.custom_tool_call_input.done', ...place, input: item.input.text }
    : {
        type: 'response.function_call_arguments.done',
        ...place,
        name: item.callers?.name ?? item.name,
        arguments: item.arguments,
      }
}

/** The last events of an item, which repeat it as a whole. */
export function closing(item: OutputItem, output: number, status: ItemStatus): Fields[] {
  const done = {
    type: 'response.output_item.done',
    output_index: output,
    item: encodeItem(item, status),
  }
  switch (item.kind) {
    case 'message':
      return [...partDone(item, output), done]
    case 'reasoning':
      return [...summaryDone(item, output), done]
    case 'call':
      return isSearch(item) ? [done] : [argumentsDone(item, output), done]
    case 'picture':
      return [done]
  }
}
