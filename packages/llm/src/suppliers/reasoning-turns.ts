import type { SpokenDialect } from '../canonical/dialect.ts'
import { type Fields, listOf, objectsIn, textOf } from '../bytes/fields.ts'

/** The turns of a dialect that say what was thought before calls, for suppliers that want it back. */
type ReasoningTurns = {
  /** It stands in every body with calls. */
  readonly word: string
  readonly hasCalls: (message: Fields) => boolean
  /** A turn with calls says nothing of what was thought. */
  readonly lacks: (message: Fields) => boolean
  readonly told: (message: Fields, text: string) => Fields
  /** System text and results have other places than in a canonical request: only the order of turns is the same. */
  readonly isInOrder: boolean
}

const blocksOf = ({ content }: Fields): Fields[] =>
  Array.isArray(content) ? objectsIn(content) : []

const hasCalls = (message: Fields): boolean =>
  message['role'] === 'assistant' &&
  (objectsIn(message['tool_calls']).some(({ id }) => textOf(id) !== null) ||
    blocksOf(message).some(({ type }) => type === 'tool_use'))

const inChat: ReasoningTurns = {
  word: 'tool_calls',
  isInOrder: false,
  hasCalls,
  lacks: (message) => hasCalls(message) && textOf(message['reasoning_content']) === null,
  told: (message, text) => ({ ...message, reasoning_content: text }),
}

const inMessages: ReasoningTurns = {
  word: 'tool_use',
  isInOrder: true,
  hasCalls,
  lacks: (message) =>
    hasCalls(message) && !blocksOf(message).some(({ type }) => type === 'thinking'),
  told: (message, thinking) => ({
    ...message,
    content: [{ type: 'thinking', thinking, signature: '' }, ...listOf(message['content'])],
  }),
}

export const reasoningTurns = (dialect: SpokenDialect): ReasoningTurns =>
  dialect === 'anthropic-messages' ? inMessages : inChat
