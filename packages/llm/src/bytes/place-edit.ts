import type { RequestField } from '../canonical/dropped-fields.ts'

/** A change of one value in a body of which every other byte stays as it is. */
export type PlaceEdit = {
  /** From the top: names of fields and numbers of entries. */
  readonly place: readonly (string | number)[]
  /** The value that stands there instead, or is added to an object that lacks it. Absent: nothing does. */
  readonly value?: unknown
}

/** The edits before a supplier gets a body of its dialect that another's answers went into. */
export type ForeignEdits = {
  readonly edits: readonly PlaceEdit[]
  /** The field that is lost with it. */
  readonly dropped: readonly RequestField[]
}

export const nothingForeign: ForeignEdits = { edits: [], dropped: [] }

export const withoutSignatures = (edits: readonly PlaceEdit[]): ForeignEdits =>
  edits.length === 0 ? nothingForeign : { edits, dropped: ['signature'] }

/** Entries of a list that go, or the whole that holds the list when none is left. */
export function cutEntries(
  { length }: readonly unknown[],
  gone: readonly number[],
  { list, whole }: { readonly list: PlaceEdit['place']; readonly whole: PlaceEdit['place'] },
): PlaceEdit[] {
  if (gone.length === 0) return []
  return gone.length === length
    ? [{ place: whole }]
    : gone.map((index) => ({ place: [...list, index] }))
}

/** The numbers of the entries that something is true of. */
export const indicesOf = <Value>(
  values: readonly Value[],
  is: (value: Value) => boolean,
): number[] => values.flatMap((value, index) => (is(value) ? [index] : []))
