import { type Fields, fieldsOf, listOf, textOf } from '../../parts/fields.ts'
import { type Foreign, type PlaceEdit, withoutSignatures } from '../../parts/place-edit.ts'
import { ownSignature } from '../../parts/signature.ts'
import { readThoughtSignature, unsignedCall } from './signatures.ts'

/**
 * Signatures of other suppliers. Calls and pictures need one all the same, and the vendor has a word for
 * that.
 */
export const foreignIn = (body: Fields): Foreign =>
  withoutSignatures(
    listOf(body['contents']).flatMap((value, index) => {
      const parts = listOf(fieldsOf(value)?.['parts'])
      const place = ['contents', index]
      const edits = parts.flatMap((part, at) =>
        editOf(fieldsOf(part) ?? {}, [...place, 'parts', at]),
      )
      const isEmpty = parts.length > 0 && edits.filter(isWholePart).length === parts.length
      return isEmpty ? [{ place }] : edits
    }),
  )

/** `contents`, a number, `parts`, a number. */
const isWholePart = ({ place }: PlaceEdit): boolean => place.length === 4

function editOf(part: Fields, place: PlaceEdit['place']): PlaceEdit[] {
  const name = 'thought_signature' in part ? 'thought_signature' : 'thoughtSignature'
  if (!isForeign(part[name])) return []
  const signature = [...place, name]
  if (signedAlways.some((kind) => kind in part)) {
    return [{ place: signature, value: unsignedCall }]
  }
  return [{ place: saysNothing(part) ? place : signature }]
}

const signedAlways = ['functionCall', 'function_call', 'inlineData', 'inline_data']

function isForeign(value: unknown): boolean {
  const read = readThoughtSignature(value)
  return read !== null && (read.redacted || ownSignature(read.signature, 'gemini') === null)
}

/** Without its signature nothing is left. */
const saysNothing = (part: Fields): boolean =>
  (textOf(part['text']) ?? '') === '' && Object.keys(part).every((name) => emptyWithout.has(name))

const emptyWithout = new Set(['text', 'thought', 'thoughtSignature', 'thought_signature'])
