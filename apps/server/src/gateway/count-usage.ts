import type { Usage } from '@posthouse/llm/usage'
import type { Reported } from './exchange.ts'
import type { Forwarding } from './forwarding.ts'
import { settlementFor } from './settlement.ts'

/** What a whole answer without a report costs: the same settlement that will be made of it. */
export async function countUsage(
  { parts, request, reservation, delivered }: Forwarding,
  heard: Reported | null,
): Promise<Usage> {
  const settlement = settlementFor({
    kind: 'complete',
    reported: null,
    heard,
    requestSent: true,
    anythingDelivered: delivered.anything,
    countedInput: reservation.inputTokens,
    countedOutput: await delivered.count(parts.tokens, request.model),
  })
  return settlement.usage
}
