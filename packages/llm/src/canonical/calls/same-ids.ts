import type { Fields } from '../../bytes/fields.ts'
import type { PlaceEdit } from '../../bytes/place-edit.ts'
import { type CallIdRule, type IdUse, mendedIds } from './call-ids.ts'

/** An id in a body, with its place. */
export type PlacedId = IdUse & { readonly place: PlaceEdit['place'] }

/** The ids of calls and results in a body of a dialect, for clients and suppliers that both speak it. */
export type CallIds = {
  readonly rule: CallIdRule
  /** The field of a result that names its call. */
  readonly resultField: string
  readonly inBody: (body: Fields) => readonly PlacedId[]
}

/** The changes of a body whose ids its supplier would refuse. */
export function idEdits({ rule, inBody }: CallIds, body: Fields): PlaceEdit[] {
  const placed = inBody(body)
  const mended = mendedIds(placed, rule)
  return placed.flatMap(({ place, id }, at) => {
    const value = mended[at] ?? id
    return value === id ? [] : [{ place, value }]
  })
}

const quote = 0x22
const colon = 0x3a
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d

/** A look at the bytes: no body is parsed whose ids are in order. A quote within a text is escaped, so a name is a name. */
export function mayNeedIds(body: Buffer, { rule, resultField }: CallIds): boolean {
  const name = `"${resultField}"`
  const seen = new Set<string>()
  for (let at = body.indexOf(name); at !== -1; at = body.indexOf(name, at)) {
    at += name.length
    const id = textAt(body, at)
    if (id === null) continue
    if (id === '' || rule.fitting(id) !== id || (rule.areUnique && seen.has(id))) return true
    seen.add(id)
  }
  return false
}

/** The text after a colon, with its escapes; null: something else is there. */
function textAt(body: Buffer, from: number): string | null {
  let at = from
  while (isSpace(body[at])) at += 1
  if (body[at] !== colon) return null
  at += 1
  while (isSpace(body[at])) at += 1
  if (body[at] !== quote) return null
  const end = body.indexOf(quote, at + 1)
  return end === -1 ? null : body.toString('utf8', at + 1, end)
}
