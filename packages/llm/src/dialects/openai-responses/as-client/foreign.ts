import { type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import {
  type ForeignEdits,
  nothingForeign,
  type PlaceEdit,
  withoutSignatures,
} from '../../../bytes/place-edit.ts'
import { isOwnReasoning, isReference, prefixes } from '../../../canonical/items.ts'

/**
 * The changes of `forSupplier`, in a body of which the rest stays as it is. Ids are taken out of what has
 * one of ours; those of the service's own tools are theirs, and needed.
 */
export function foreignIn(body: Fields): ForeignEdits {
  const { input } = body
  if (!hasForeignReasoning(input)) return nothingForeign
  return withoutSignatures(
    listOf(input).flatMap((value, index): PlaceEdit[] => {
      const item = fieldsOf(value) ?? {}
      const type = item['type'] ?? 'message'
      if (type === 'reasoning' && !isOwnReasoning(item)) return [{ place: ['input', index] }]
      const hasOurs = prefixes.has(type) && !isReference(item) && 'id' in item
      return hasOurs ? [{ place: ['input', index, 'id'] }] : []
    }),
  )
}

/** `input` has a reasoning part that the service would refuse. */
export const hasForeignReasoning = (input: unknown): boolean =>
  listOf(input).some((value) => {
    const item = fieldsOf(value) ?? {}
    return item['type'] === 'reasoning' && isEncrypted(item) && !isOwnReasoning(item)
  })

const isEncrypted = (item: Fields): boolean => textOf(item['encrypted_content']) !== null
