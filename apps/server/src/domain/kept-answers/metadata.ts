import { phrase } from '@posthouse/contract/phrases'
import { type Fields, fieldsOf } from '@posthouse/llm/bytes/fields'

/** Number of pairs, characters of a name and of a value: https://platform.openai.com/docs/api-reference/conversations/create */
const most = { pairs: 16, name: 64, value: 512 } as const

export const metadataExpected = phrase(
  'at most {pairs} texts of {value} characters are expected, with names of {name}',
  most,
)

/** Metadata of a response or a conversation, which is not charged. */
export function isMetadata(value: unknown): value is Fields {
  const fields = fieldsOf(value)
  const pairs = Object.entries(fields ?? {})
  return (
    fields !== null &&
    pairs.length <= most.pairs &&
    pairs.every(
      ([name, text]) =>
        name.length <= most.name && typeof text === 'string' && text.length <= most.value,
    )
  )
}
