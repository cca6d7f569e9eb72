import { keepingDialect } from '@posthouse/llm/canonical/dialect'
import { wayTo } from '../../domain/channels/spoken.ts'
import type { Turn } from '../../domain/kept-answers/turn.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import type { Forwarding } from './forwarding.ts'
import type { Relayed } from './relay.ts'
import type { SentAttempt } from './relay-upstream.ts'

/**
 * The same candidate for a second request in the same attempt, in chat completions, where its address turned out to
 * have no Responses. Null: there is no such way, or the request needs what only Responses keep.
 */
export function fallBackToChat(
  { outgoing, request }: Forwarding,
  { candidate, prepared }: Pick<SentAttempt, 'candidate' | 'prepared'>,
  { failure }: Relayed,
): PricedCandidate | null {
  if (failure?.lacksCall !== true || prepared.dialect !== keepingDialect) return null
  if (request.turn !== null && isBound(request.turn)) return null
  const other = { ...candidate, channel: { ...candidate.channel, hasResponses: false } }
  const { operation, dialect } = wayTo(other, outgoing)
  return operation === prepared.operation && dialect !== prepared.dialect ? other : null
}

const isBound = ({ previous, conversation, background, bound, expanded }: Turn): boolean =>
  previous !== null || conversation !== null || background || bound !== null || expanded
