import { type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import { type ForeignEdits, type PlaceEdit, withoutSignatures } from '../../../bytes/place-edit.ts'
import { ownSignature } from '../../../canonical/reasoning/signature.ts'
import { readThoughtSignature, unsignedCall } from '../signatures.ts'

/**
 * Signatures of other suppliers. Calls and pictures need one all the same, and the vendor has a word for
 * that.
 */
export const foreignIn = (body: Fields): ForeignEdits =>
  withoutSignatures(
    placesIn(body['contents'], ['contents']).flatMap(({ value, place }) => {
      const parts = placesIn(fieldsOf(value)?.['parts'], [...place, 'parts'])
      const edits = parts.map((part) => editOf(fieldsOf(part.value) ?? {}, part.place))
      const isEmpty = parts.length > 0 && edits.every((edit) => edit?.isWhole === true)
      return isEmpty ? [{ place }] : edits.flatMap((edit) => edit?.edit ?? [])
    }),
  )

type PlacedValue = { readonly value: unknown; readonly place: PlaceEdit['place'] }

/** The entries of a list, or the one object in its place, each with where it stands. */
const placesIn = (value: unknown, place: PlaceEdit['place']): readonly PlacedValue[] =>
  fieldsOf(value) === null
    ? listOf(value).map((entry, index) => ({ value: entry, place: [...place, index] }))
    : [{ value, place }]

type PartEdit = {
  readonly edit: PlaceEdit
  /** Nothing is left of the part. */
  readonly isWhole: boolean
}

/** Null: it stays as it is. */
function editOf(part: Fields, place: PlaceEdit['place']): PartEdit | null {
  const name = 'thought_signature' in part ? 'thought_signature' : 'thoughtSignature'
  if (!isForeign(part[name])) return null
  const signature = [...place, name]
  if (signedAlways.some((kind) => kind in part)) {
    return { edit: { place: signature, value: unsignedCall }, isWhole: false }
  }
  const isWhole = saysNothing(part)
  return { edit: { place: isWhole ? place : signature }, isWhole }
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
