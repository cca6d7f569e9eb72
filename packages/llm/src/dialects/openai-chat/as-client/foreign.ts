import { type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import {
  cutEntries,
  type ForeignEdits,
  indicesOf,
  withoutSignatures,
} from '../../../bytes/place-edit.ts'
import { ownSignature, readSignature } from '../../../canonical/reasoning/signature.ts'

const own = 'openai-chat'

/** Signatures of other suppliers, in the one place that the dialect has for them. */
export const foreignIn = (body: Fields): ForeignEdits =>
  withoutSignatures(
    listOf(body['messages']).flatMap((message, index) => {
      const details = listOf(fieldsOf(message)?.['reasoning_details'])
      const list = ['messages', index, 'reasoning_details']
      return cutEntries(details, indicesOf(details, isForeign), { list, whole: list })
    }),
  )

function isForeign(value: unknown): boolean {
  const detail = fieldsOf(value)
  const signed = textOf(detail?.['data']) ?? textOf(detail?.['signature'])
  return signed !== null && ownSignature(readSignature(signed, own), own) === null
}
