import { createHash } from 'node:crypto'
import { type Fields, fieldsOf } from '@posthouse/llm/protocols/openai-chat/fields'

/** Enough of a beginning to tell conversations apart. */
const charactersMax = 4_096

/**
 * What a conversation is known by, as the seed of the order in which its channels are tried: the
 * same conversation meets the same channel and key, where its prompt is still in the supplier's cache.
 * Nothing has to be remembered for it, and every node decides alike. Null: nothing tells.
 */
export function sessionSeed(fields: Fields): number | null {
  const key = fields['prompt_cache_key']
  const text = typeof key === 'string' && key !== '' ? key : beginningOf(fields['messages'])
  return text === '' ? null : createHash('sha256').update(text).digest().readUInt32BE(0)
}

/** Everything up to the first thing that the user said: it stays while the conversation grows. */
function beginningOf(messages: unknown): string {
  if (!Array.isArray(messages)) return ''
  const first = messages.findIndex((message) => fieldsOf(message)?.['role'] === 'user')
  if (first === -1) return ''
  return messages
    .slice(0, first + 1)
    .map((message) => textOf(fieldsOf(message)?.['content']))
    .join('\n')
    .slice(0, charactersMax)
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content.slice(0, charactersMax)
    : JSON.stringify(content ?? '').slice(0, charactersMax)
