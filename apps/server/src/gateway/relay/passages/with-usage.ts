import type { DialectName } from '@posthouse/llm/dialect'
import { type Fields, fieldsOf, listOf } from '@posthouse/llm/parts/fields'
import { editFields, membersOf } from '../../../upstream/body/body-edit.ts'
import { editPlaces } from '../../../upstream/body/edit-places.ts'
import { bufferOf } from '../../../lib/buffer-of.ts'

/** A whole answer, and its usage as it is told. */
export type Counted = {
  readonly body: Uint8Array
  readonly dialect: DialectName
  readonly usage: Fields
}

/** The answer with other usage; every other byte stays as it was. */
export function withUsage({ body, dialect, usage }: Counted): Uint8Array {
  const came = bufferOf(body)
  return editFields(
    dialect === 'openai-chat' ? withoutOthers(came) : came,
    dialect === 'gemini'
      ? // Every name has two spellings; one of them is there.
        new Map([
          ['usageMetadata', JSON.stringify(usage)],
          ['usage_metadata', null],
        ])
      : new Map([['usage', JSON.stringify(usage)]]),
  )
}

/** A chat whose usage stands nowhere but in its place: llm's `usageIn` knows where compatible servers have it. */
function withoutOthers(body: Buffer): Buffer {
  const valueWithUsage = (name: string): unknown => {
    const member = membersOf(body).findLast((one) => one.name === name)
    const value = member === undefined ? null : body.subarray(member.from, member.to)
    return value?.includes('"usage"') === true ? JSON.parse(value.toString('utf8')) : null
  }
  const inGroq = fieldsOf(valueWithUsage('x_groq')) === null ? [] : [{ place: ['x_groq', 'usage'] }]
  const inChoices = listOf(valueWithUsage('choices')).map((_, at) => ({
    place: ['choices', at, 'usage'],
  }))
  return editPlaces(body, [...inGroq, ...inChoices])
}
