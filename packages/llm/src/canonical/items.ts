import { type Fields, fieldsOf, listOf, textOf } from '../bytes/fields.ts'
import { ownSignature } from './reasoning/signature.ts'
import { keepingDialect } from './dialect.ts'
import { readEncrypted } from './reasoning/carried-signature.ts'

/*
 * The items of a conversation, for whoever keeps responses: `GET /v1/responses/{id}/input_items`, and
 * the input of a turn that names an earlier one (`previous_response_id`, `conversation`). Pure: where
 * they are kept is somebody else's business.
 */

/** The prefixes of the ids of items, by type. */
export const prefixes: ReadonlyMap<unknown, string> = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['function_call_output', 'fco'],
  ['custom_tool_call', 'ctc'],
  ['custom_tool_call_output', 'ctco'],
])

/**
 * `input` of a request as a list of whole items, each with an id; `responseId` makes the ids that are
 * missing. What is no object is left out: decoding refuses it.
 */
export function itemsOfInput(input: unknown, responseId: string): Fields[] {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input)
  const name = responseId.replace(/^resp_/, '')
  return items.flatMap((value, index) => {
    const item = fieldsOf(value)
    if (item === null) return []
    if (isReference(item)) return [{ ...item, type: 'item_reference' }]
    const type = item['type'] ?? 'message'
    const id = textOf(item['id']) ?? `${prefixes.get(type) ?? 'item'}_${name}_in_${index}`
    return [type === 'message' ? messageOf(item, id) : { ...item, id }]
  })
}

/** The type of a reference may be left out. A picture that was made may be given by its id alone. */
export const isReference = (item: Fields): boolean =>
  item['type'] === 'item_reference' ||
  (item['type'] === 'image_generation_call' &&
    textOf(item['result']) === null &&
    textOf(item['id']) !== null) ||
  ((item['type'] ?? null) === null && item['role'] === undefined && textOf(item['id']) !== null)

function messageOf(item: Fields, id: string): Fields {
  const { content } = item
  const type = item['role'] === 'assistant' ? 'output_text' : 'input_text'
  return {
    status: 'completed',
    ...item,
    type: 'message',
    id,
    content: typeof content === 'string' ? [{ type, text: content }] : content,
  }
}

/**
 * The output of a response as input of the next turn. A call that was cut short was never answered,
 * and a turn with such a call is refused.
 */
export const outputAsInput = (output: unknown): Fields[] =>
  listOf(output).flatMap((value) => {
    const item = fieldsOf(value)
    const isCut = item?.['status'] === 'incomplete' && callTypes.has(item['type'])
    return item === null || isCut ? [] : [item]
  })

const callTypes: ReadonlySet<unknown> = new Set([
  'function_call',
  'custom_tool_call',
  'tool_search_call',
])

/** References replaced by what they name; `missing` are the ids that nobody knows. */
export function withoutReferences(
  items: readonly Fields[],
  known: ReadonlyMap<string, Fields>,
): { readonly items: readonly Fields[]; readonly missing: readonly string[] } {
  const missing: string[] = []
  const found = items.flatMap((item) => {
    if (!isReference(item)) return [item]
    const id = textOf(item['id']) ?? ''
    const named = known.get(id)
    if (named === undefined) missing.push(id)
    return named === undefined ? [] : [named]
  })
  return { items: found, missing }
}

/**
 * Items as the service can take them from us: without ids, which name what it keeps itself, and
 * without reasoning that it did not have. For a body that goes on as it came, too: a conversation that
 * another vendor's model began may go on here.
 */
export const forSupplier = (items: readonly Fields[]): Fields[] =>
  items.flatMap((item) => {
    if (item['type'] === 'reasoning' && !isOwnReasoning(item)) return []
    if (isReference(item)) return [item]
    const { id: _, ...others } = item
    return [others]
  })

export function isOwnReasoning(item: Fields): boolean {
  const encrypted = textOf(item['encrypted_content'])
  if (encrypted === null) return false
  const { of, signature } = readEncrypted(encrypted, false)
  return of === 'reasoning' && ownSignature(signature, keepingDialect) !== null
}

export type PageQuery = {
  /** The id after which the page begins. */
  readonly after: string | null
  readonly limit: number
  readonly order: 'asc' | 'desc'
}

export type Page<Item> = {
  readonly object: 'list'
  readonly data: readonly Item[]
  readonly first_id: unknown
  readonly last_id: unknown
  readonly has_more: boolean
}

/** A page of items, newest first unless asked otherwise. */
export function pageOf<Item extends { readonly id?: unknown }>(
  items: readonly Item[],
  { after, limit, order }: PageQuery,
): Page<Item> {
  const ordered = order === 'asc' ? items : items.toReversed()
  const from = after === null ? 0 : ordered.findIndex(({ id }) => id === after) + 1
  const data = ordered.slice(from, from + limit)
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: from + limit < ordered.length,
  }
}
