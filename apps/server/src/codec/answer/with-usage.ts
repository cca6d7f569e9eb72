import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { type Fields, fieldsOf } from '@posthouse/llm/bytes/fields'
import { editFields, membersOf } from '../request/edits/body-edit.ts'
import { editPlaces } from '../request/edits/edit-places.ts'
import { bufferOf } from '../../lib/bytes.ts'

export type BodyWithUsage = {
  readonly body: Uint8Array
  readonly dialect: DialectName
  readonly usage: Fields
}

/** Replaces the usage and changes no other byte. */
export function withUsage({ body, dialect, usage }: BodyWithUsage): Uint8Array {
  const { name, otherSpelling, copies } = dialects[dialect].asClient.usagePlaces
  const told: [string, string | null][] = [[name, JSON.stringify(usage)]]
  if (otherSpelling !== null) told.push([otherSpelling, null])
  return editFields(withoutCopies(bufferOf(body), copies, name), new Map(told))
}

/** Removes copies of the usage from other places. */
function withoutCopies(body: Buffer, copies: readonly string[], name: string): Buffer {
  if (copies.length === 0) return body
  const members = membersOf(body)
  const edits = copies.flatMap((copy) => {
    const member = members.findLast((one) => one.name === copy)
    const json = member === undefined ? null : body.subarray(member.from, member.to)
    if (json?.includes(`"${name}"`) !== true) return []
    const value: unknown = JSON.parse(json.toString('utf8'))
    if (Array.isArray(value)) return value.map((_, at) => ({ place: [copy, at, name] }))
    return fieldsOf(value) === null ? [] : [{ place: [copy, name] }]
  })
  return editPlaces(body, edits)
}
