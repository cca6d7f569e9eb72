import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { bufferOf } from '../../lib/bytes.ts'
import { editFields, membersOf, openBrace } from '../request/edits/body-edit.ts'

/** `cost` is in dollars, as a JSON number. */
export type PricedBody = {
  readonly body: Uint8Array
  readonly dialect: DialectName
  readonly cost: string
}

/** Adds `cost` to the usage and changes no other byte. An answer without usage is returned unchanged. */
export function withCost({ body, dialect, cost }: PricedBody): Uint8Array {
  const whole = bufferOf(body)
  const { name } = dialects[dialect].asClient.usagePlaces
  const member = membersOf(whole).findLast((one) => one.name === name)
  if (member === undefined || whole[member.from] !== openBrace) return whole
  const priced = editFields(whole.subarray(member.from, member.to), new Map([['cost', cost]]))
  return Buffer.concat([whole.subarray(0, member.from), priced, whole.subarray(member.to)])
}
