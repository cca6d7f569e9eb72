import type { DialectName } from '@posthouse/llm/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { Fields } from '@posthouse/llm/parts/fields'
import { editFields } from '../../upstream/body-edit.ts'
import type { Reported } from '../exchange.ts'
import { usageEventOf } from './event-watch.ts'

/** A whole answer as it came but for its usage, which is counted by us and says so. */
export function bodyWithUsage(
  body: Buffer,
  dialect: DialectName,
  told: Omit<Reported, 'absurd'>,
): Buffer {
  const fields = dialects[dialect].usageFields({ ...usageEventOf(told), counted: true })
  return withUsage(body, dialect, fields)
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
