import type { DialectName } from '@posthouse/llm/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { type Fields, fieldsOf, listOf } from '@posthouse/llm/parts/fields'
import { editFields, membersOf } from '../../upstream/body-edit.ts'
import { editPlaces } from '../../upstream/edit-places.ts'
import type { Reported } from '../exchange.ts'
import { usageEventOf } from './event-watch.ts'

/** A whole answer as it came but for its usage, which is counted by us and says so. */
export function bodyWithUsage(
  body: Buffer,
  dialect: DialectName,
  told: Omit<Reported, 'absurd'>,
): Buffer {
  const fields = dialects[dialect].usageFields({ ...usageEventOf(told), counted: true })
  return withUsage(dialect === 'openai-chat' ? withoutOthers(body) : body, dialect, fields)
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

/** The same of vectors, where nothing comes out. */
export function vectorsWithUsage(body: Buffer, told: Omit<Reported, 'absurd'>): Buffer {
  const { prompt_tokens, total_tokens, usage_source } = dialects['openai-chat'].usageFields({
    ...usageEventOf(told),
    counted: true,
  })
  return withUsage(body, 'openai-chat', { prompt_tokens, total_tokens, usage_source })
}

const withUsage = (body: Buffer, dialect: DialectName, fields: Fields): Buffer =>
  editFields(
    body,
    dialect === 'gemini'
      ? // Every name has two spellings; one of them is there.
        new Map([
          ['usageMetadata', JSON.stringify(fields)],
          ['usage_metadata', null],
        ])
      : new Map([['usage', JSON.stringify(fields)]]),
  )
