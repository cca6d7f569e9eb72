import { hash } from 'node:crypto'
import { type Fields, fieldsOf, listedOf } from '@posthouse/llm/bytes/fields'

/** Enough of a beginning to tell conversations apart. */
const charactersMax = 4_096

/**
 * A conversation's mark, as the seed of the order in which its channels are tried: the
 * same conversation meets the same channel and key, where its prompt is still in the supplier's cache.
 * Nothing has to be remembered for it, and every node decides alike. Null: nothing tells.
 */
export function sessionSeed(fields: Fields): number | null {
  const key = fields['prompt_cache_key']
  const text = typeof key === 'string' && key !== '' ? key : beginningOf(turnsOf(fields))
  return text === '' ? null : Number.parseInt(hash('sha256', text).slice(0, 8), 16)
}

/** The turns of a conversation, in the dialects' spellings. */
const turnsOf = (fields: Fields): unknown =>
  fields['messages'] ?? fields['contents'] ?? fields['input']

/** Everything up to the first thing that the user said: it stays while the conversation grows. */
function beginningOf(messages: unknown): string {
  const turns = listedOf(messages)
  const first = turns.findIndex((message) => fieldsOf(message)?.['role'] === 'user')
  if (first === -1) return ''
  return turns
    .slice(0, first + 1)
    .map((message) => fieldsOf(message))
    .map((message) => textOf(message?.['content'] ?? message?.['parts']))
    .join('\n')
    .slice(0, charactersMax)
}

/** The text alone: a picture in a part may be megabytes long. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content.slice(0, charactersMax)
  let text = ''
  for (const part of listedOf(content)) {
    if (text.length >= charactersMax) break
    const more = fieldsOf(part)?.['text']
    if (typeof more === 'string') text += `${more.slice(0, charactersMax)}\n`
  }
  return text
}
