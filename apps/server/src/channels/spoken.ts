import { type DialectName, dialectNames, type SpokenDialect } from '@posthouse/llm/dialect'
import type { Operation } from '@posthouse/llm/suppliers/supplier'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import type { Channel } from './channel.ts'

/**
 * The dialects that a channel speaks, the preferred first: its supplier's, unless its plugin names them
 * (`{"dialects": ["anthropic-messages"]}`), for a server of the operator's own that speaks others. A plugin can name
 * those of clients alone.
 */
export function spokenBy({
  plugin,
  type,
}: Pick<Channel, 'plugin' | 'type'>): readonly [SpokenDialect, ...SpokenDialect[]] {
  const named = Array.isArray(plugin['dialects']) ? plugin['dialects'] : []
  const [first, ...others] = dialectNames.filter((name) => named.includes(name))
  return first === undefined ? supplierOf(type).speaks : [first, ...others]
}

/** Whether its supplier keeps responses itself, which then are there and nowhere else. */
export const keepsResponses = (channel: Pick<Channel, 'plugin' | 'type'>): boolean =>
  supplierOf(channel.type).kept !== null && spokenBy(channel).includes('openai-responses')

/** What a channel is asked for when a client wants an operation; null: it cannot serve it. */
export function servesAs(
  channel: Pick<Channel, 'plugin' | 'type'>,
  operation: Operation,
): Operation | null {
  const { operations } = supplierOf(channel.type)
  // Whoever keeps conversations makes them short as well; with others a model is asked for it.
  if (operation === 'compact' && keepsResponses(channel)) return operation
  const has =
    operations.includes(operation) &&
    (operation !== 'completions' || spokenBy(channel).includes('openai-chat'))
  if (has) return operation
  // A prompt can be said in a chat.
  const isSayable = operation === 'completions' || operation === 'compact'
  return isSayable && operations.includes('chat') ? 'chat' : null
}

/** How a channel is asked: for what, and in which of its dialects. */
export type Way = { readonly operation: Operation; readonly dialect: SpokenDialect }

/** How a client asks us. */
export type ClientsWay = { readonly operation: Operation; readonly dialect: DialectName }

/** The client's dialect where the channel speaks it, else its first: a request is translated only where it must be. */
export function wayTo(channel: Channel, asked: ClientsWay): Way {
  const operation = servesAs(channel, asked.operation) ?? asked.operation
  const spoken = operation === 'embeddings' ? vectorsSpokenBy(channel) : spokenBy(channel)
  const { dialect } = asked
  return { operation, dialect: spoken.includes(dialect) ? dialect : (spoken[0] ?? 'openai-chat') }
}

/** Whether a request goes to such a channel as it came. */
export const isSameWay = (way: Way, asked: ClientsWay): way is ClientsWay =>
  way.operation === asked.operation && way.dialect === asked.dialect

/** Vectors have words of their own in these; whoever chats in another has OpenAI's for them. */
const vectorsSpokenBy = (channel: Channel): readonly SpokenDialect[] =>
  spokenBy(channel).filter((name) => name === 'openai-chat' || name === 'gemini')
