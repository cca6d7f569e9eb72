import { keepingDialect } from '@posthouse/llm/canonical/dialect'
import { routeTo } from '../../domain/channels/dialect-choice.ts'
import type { ResponseTurn } from '../../domain/kept-answers/turn.ts'
import type { PricedCandidate } from '../../domain/pricing/priced-candidate.ts'
import type { Forwarding } from './forwarding.ts'
import type { Relayed } from './relay.ts'
import type { SentAttempt } from './relay-upstream.ts'

/**
 * The same candidate with chat completions, for a second request in the same attempt, if its address turns out not to offer Responses.
 * Null if chat is not possible or the request depends on stored state.
 */
export function fallBackToChat(
  { outgoing, request }: Forwarding,
  { candidate, prepared }: Pick<SentAttempt, 'candidate' | 'prepared'>,
  { failure }: Relayed,
): PricedCandidate | null {
  if (!lacksResponses(prepared, failure)) return null
  if (request.turn !== null && isBound(request.turn)) return null
  const other = { ...candidate, channel: { ...candidate.channel, hasResponses: false } }
  const { operation, dialect } = routeTo(other, outgoing)
  return operation === prepared.operation && dialect !== prepared.dialect ? other : null
}

/** Whether an address turned out not to offer Responses. */
export const lacksResponses = (
  { dialect }: SentAttempt['prepared'],
  failure: Relayed['failure'],
): boolean => failure?.lacksCall === true && dialect === keepingDialect

const isBound = ({ previous, conversation, background, bound, expanded }: ResponseTurn): boolean =>
  previous !== null || conversation !== null || background || bound !== null || expanded
