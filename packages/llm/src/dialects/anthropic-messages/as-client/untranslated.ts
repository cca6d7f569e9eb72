import { type Fields, fieldsOf, objectsIn } from '../../../bytes/fields.ts'
import {
  textsWithin,
  type UntranslatedText,
  type UntranslatedState,
} from '../../../canonical/untranslated.ts'

/** Calls of tools that its own service runs. */
export const unread: UntranslatedText = {
  marks: ['_tool_use"', 'input_json_delta'],
  inAnswer: (answer) => objectsIn(answer['content']).flatMap(inBlock),
  inEvent,
}

function inEvent(event: Fields, { open }: UntranslatedState): string[] {
  const { type, index } = event
  if (type === 'content_block_start') {
    const block = fieldsOf(event['content_block']) ?? {}
    if (isForeignCall(block)) open.add(index)
    else open.delete(index)
    return inBlock(block)
  }
  const delta = fieldsOf(event['delta'])
  const isOfForeign = type === 'content_block_delta' && open.has(index)
  return isOfForeign ? textsWithin(delta?.['partial_json']) : []
}

const isForeignCall = ({ type }: Fields): boolean =>
  typeof type === 'string' && type.endsWith('_tool_use')

const inBlock = (block: Fields): string[] =>
  isForeignCall(block)
    ? [...textsWithin(block['name']), ...asJson(fieldsOf(block['input']) ?? {})]
    : []

const asJson = (fields: Fields): string[] =>
  Object.keys(fields).length === 0 ? [] : [JSON.stringify(fields)]
