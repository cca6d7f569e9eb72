import type { DialectName } from '@posthouse/llm/dialect'
import { type Fields, fieldsOf, listOf, objectsIn, textOf } from '@posthouse/llm/parts/fields'
import { dataOf } from '@posthouse/llm/parts/framing'
import { jsonOf } from './scan.ts'

/*
 * What a model wrote for the tools of its vendor, and in calls that other dialects have no word for: it is no event,
 * and a client of the same dialect gets it all the same. What such tools answer is not the model's.
 */

/** Without one of them nothing of the kind is there: most answers are never parsed for it. */
const marks: Readonly<Record<DialectName, readonly string[]>> = {
  // Chat is scanned: see scan.ts.
  'openai-chat': [],
  'openai-responses': [
    '_call_input',
    '_call_code',
    '_call_command',
    '_call_operation',
    'mcp_call_arguments',
    '"input"',
    '"code"',
    '"action"',
    '"operation"',
    '"queries"',
    '"mcp_call"',
    '"mcp_approval_request"',
    '"revised_prompt"',
  ],
  'anthropic-messages': ['_tool_use"', 'input_json_delta'],
  gemini: ['executableCode', 'executable_code'],
}

export const mayHoldUnread = (from: DialectName, body: Buffer | string): boolean =>
  marks[from].some((mark) => body.includes(mark))

export type ToRead = { readonly from: DialectName; readonly body: Uint8Array }

/** The texts of a whole answer. */
export function unread({ from, body }: ToRead): string[] {
  const answer = fieldsOf(jsonOf(Buffer.from(body).toString('utf8'))) ?? {}
  switch (from) {
    case 'openai-chat':
      return []
    case 'openai-responses':
      return objectsIn(answer['output']).flatMap(inItem)
    case 'anthropic-messages':
      return objectsIn(answer['content']).flatMap(inBlock)
    case 'gemini':
      return inCandidates(answer)
  }
}

/** Plain data. Grows in place. */
export type UnreadState = {
  /** Of Responses: places in the output of which something was given. */
  readonly given: Set<unknown>
  /** Of Anthropic's: blocks under way that are calls of tools of the vendor. */
  readonly open: Set<unknown>
}

/** The texts of a stream, each once. Has state; is used once. */
export class Unread {
  readonly state: UnreadState
  readonly #from: DialectName

  /** `state` is what another has left. */
  constructor(from: DialectName, state: UnreadState = { given: new Set(), open: new Set() }) {
    this.#from = from
    this.state = state
  }

  step(frame: string): string[] {
    if (!mayHoldUnread(this.#from, frame)) return []
    const event = fieldsOf(jsonOf(dataOf(frame) ?? '')) ?? {}
    switch (this.#from) {
      case 'openai-chat':
        return []
      case 'openai-responses':
        return this.#inResponse(event)
      case 'anthropic-messages':
        return this.#inMessage(event)
      case 'gemini':
        return inCandidates(event)
    }
  }

  /** What was given in pieces is repeated with its item, and with the response. */
  #inResponse(event: Fields): string[] {
    const type = textOf(event['type']) ?? ''
    if (isPiece(type)) {
      this.state.given.add(event['output_index'] ?? 0)
      return written(event['delta'])
    }
    if (type === 'response.output_item.done') {
      return this.#rest(event['output_index'] ?? 0, fieldsOf(event['item']) ?? {})
    }
    const response = fieldsOf(event['response'])
    return isLast.has(type)
      ? objectsIn(response?.['output']).flatMap((item, at) => this.#rest(at, item))
      : []
  }

  #rest(place: unknown, item: Fields): string[] {
    if (this.state.given.has(place)) return []
    const texts = inItem(item)
    if (texts.length > 0) this.state.given.add(place)
    return texts
  }

  #inMessage(event: Fields): string[] {
    const { type, index } = event
    if (type === 'content_block_start') {
      const block = fieldsOf(event['content_block']) ?? {}
      if (isForeignCall(block)) this.state.open.add(index)
      else this.state.open.delete(index)
      return inBlock(block)
    }
    const delta = fieldsOf(event['delta'])
    const isOfForeign = type === 'content_block_delta' && this.state.open.has(index)
    return isOfForeign ? written(delta?.['partial_json']) : []
  }
}

/** Pieces of items that have no event: those of `readers` in llm's stream.ts have one. */
const isPiece = (type: string): boolean =>
  /^response\.\w+_call_\w+\.delta$/.test(type) && !isRead(type)
const isRead = (type: string): boolean =>
  type === 'response.function_call_arguments.delta' || type.includes('_output')

const isLast: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])

/** Items whose text is in events, and what tools answered. */
const isEventful = (type: string): boolean =>
  type === 'message' || type === 'reasoning' || type === 'function_call' || type.endsWith('_output')

/** Where an item holds what the model wrote. Nothing else of it counts: results, ids, lists of tools. */
const writtenFields = [
  'name',
  'input',
  'code',
  'arguments',
  'action',
  'operation',
  'queries',
  'revised_prompt',
]

function inItem(item: Fields): string[] {
  const type = textOf(item['type']) ?? ''
  return isEventful(type) ? [] : writtenFields.flatMap((name) => written(item[name]))
}

const isForeignCall = ({ type }: Fields): boolean =>
  typeof type === 'string' && type.endsWith('_tool_use')

const inBlock = (block: Fields): string[] =>
  isForeignCall(block) ? [...written(block['name']), ...asJson(fieldsOf(block['input']) ?? {})] : []

const asJson = (fields: Fields): string[] =>
  Object.keys(fields).length === 0 ? [] : [JSON.stringify(fields)]

const inCandidates = (answer: Fields): string[] =>
  objectsIn(answer['candidates']).flatMap((candidate) =>
    objectsIn(fieldsOf(candidate['content'])?.['parts']).flatMap((part) =>
      written(fieldsOf(part['executableCode'] ?? part['executable_code'])?.['code']),
    ),
  )

/** What a tool found, and what kind of thing it is. */
const isOfTool: ReadonlySet<string> = new Set(['type', 'sources'])

/** Every text in a value, which is no deeper than what is read. Empty ones are none. */
function written(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value)) return listOf(value).flatMap(written)
  return Object.entries(fieldsOf(value) ?? {}).flatMap(([name, held]) =>
    isOfTool.has(name) ? [] : written(held),
  )
}
