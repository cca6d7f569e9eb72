import { hash } from 'node:crypto'
import { type Fields, fieldsOf, listedOf } from '@posthouse/llm/bytes/fields'

/** Enough to tell conversations apart. */
const charactersMax = 4_096

/**
 * A seed for channel order, so that a conversation stays on the channel and key whose supplier has cached its prompt. Stateless, and
 * equal on all nodes. Null without a distinguishing start.
 */
export function sessionSeed(fields: Fields): number | null {
  const key = fields['prompt_cache_key']
  const text = typeof key === 'string' && key !== '' ? key : beginningOf(turnsOf(fields))
  return text === '' ? null : Number.parseInt(hash('sha256', text).slice(0, 8), 16)
}

/** The messages, in the dialects' spellings. */
const turnsOf = (fields: Fields): unknown =>
  fields['messages'] ?? fields['contents'] ?? fields['input']

/** Everything up to the first user message, which stays the same while the conversation grows. */
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

/** Text only, because a picture may be megabytes long. */
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
