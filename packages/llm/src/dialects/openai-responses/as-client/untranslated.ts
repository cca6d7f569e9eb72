import { type Fields, fieldsOf, objectsIn, textOf } from '../../../bytes/fields.ts'
import {
  textsWithin,
  type UntranslatedText,
  type UntranslatedState,
} from '../../../canonical/untranslated.ts'

/** Items of tools that its own service runs. */
export const unread: UntranslatedText = {
  marks: [
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
  inAnswer: (answer) => objectsIn(answer['output']).flatMap(inItem),
  inEvent,
}

/** Content given in pieces is repeated with its item, and with the response. */
function inEvent(event: Fields, { given }: UntranslatedState): string[] {
  const type = textOf(event['type']) ?? ''
  if (isPiece(type)) {
    given.add(event['output_index'] ?? 0)
    return textsWithin(event['delta'])
  }
  if (type === 'response.output_item.done') {
    return restOf(event['output_index'] ?? 0, fieldsOf(event['item']) ?? {}, given)
  }
  const response = fieldsOf(event['response'])
  return isLast.has(type)
    ? objectsIn(response?.['output']).flatMap((item, at) => restOf(at, item, given))
    : []
}

function restOf(place: unknown, item: Fields, given: Set<unknown>): string[] {
  if (given.has(place)) return []
  const texts = inItem(item)
  if (texts.length > 0) given.add(place)
  return texts
}

/** Pieces of items that have no event: those of `readers` in stream.ts have one. */
const isPiece = (type: string): boolean =>
  /^response\.\w+\.delta$/.test(type) && type.includes('_call_') && !isRead(type)
const isRead = (type: string): boolean =>
  type === 'response.function_call_arguments.delta' || type.includes('_output')

const isLast: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])

/** Items whose text is in events, and answers of tools. */
const isEventful = (type: string): boolean =>
  type === 'message' || type === 'reasoning' || type === 'function_call' || type.endsWith('_output')

/** Fields of an item that hold what the model wrote. Nothing else of it counts: results, ids, lists of tools. */
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
  return isEventful(type) ? [] : writtenFields.flatMap((name) => textsWithin(item[name]))
}
