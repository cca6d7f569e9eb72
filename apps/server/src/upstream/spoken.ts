import { type DialectName, dialectNames } from '@posthouse/llm/dialect'
import type { Operation } from '@posthouse/llm/providers/supplier'
import { supplierOf } from '@posthouse/llm/providers/suppliers'
import type { Channel } from '../channels/channel.ts'

/**
 * The dialects that a channel speaks, the preferred first: its supplier's, unless its plugin names them
 * (`{"dialects": ["anthropic-messages"]}`), for a server of the operator's own that speaks others.
 */
export function spokenBy({
  plugin,
  type,
}: Pick<Channel, 'plugin' | 'type'>): readonly [DialectName, ...DialectName[]] {
  const named = Array.isArray(plugin['dialects']) ? plugin['dialects'] : []
  const [first, ...others] = dialectNames.filter((name) => named.includes(name))
  return first === undefined ? supplierOf(type).speaks : [first, ...others]
}

/** Of those the client's, else the first: a request is translated only where it must be. */
export function dialectFor(
  channel: Channel,
  { operation, dialect: clients }: { operation: Operation; dialect: DialectName },
): DialectName {
  const spoken = operation === 'embeddings' ? vectorsSpokenBy(channel) : spokenBy(channel)
  return spoken.includes(clients) ? clients : (spoken[0] ?? 'openai-chat')
}

/** Vectors have words of their own in these; whoever chats in another has OpenAI's for them. */
const vectorsSpokenBy = (channel: Channel): readonly DialectName[] =>
  spokenBy(channel).filter((name) => name === 'openai-chat' || name === 'gemini')
