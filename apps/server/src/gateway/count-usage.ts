import type { Usage } from '@posthouse/llm/usage'
import { countedMost } from './belief.ts'
import type { PricedCandidate, Reported, Request, Reservation } from './exchange.ts'
import type { Forwarding } from './forwarding.ts'
import { settlementFor } from './settlement.ts'

/** The report of the whole answer, and the last of however much. */
export type Told = { readonly reported: Reported | null; readonly heard: Reported | null }

type Counting = {
  readonly request: Request
  readonly reservation: Reservation
  readonly candidate: PricedCandidate | null
}

/** Counted output as far as it is charged: nobody pays for more than was asked for and a model can say. */
export const bounded = (tokens: number, { request, reservation, candidate }: Counting): number =>
  candidate === null
    ? tokens
    : Math.min(tokens, countedMost({ request, reservation, model: candidate.facts }))

/** What a whole answer costs whose report cannot be told as it came: the same settlement that will be made of it. */
export async function countUsage(
  forwarding: Forwarding,
  { reported, heard }: Told,
): Promise<Usage> {
  const { parts, request, reservation, delivered } = forwarding
  const settlement = settlementFor({
    kind: 'complete',
    reported,
    heard,
    requestSent: true,
    anythingDelivered: delivered.anything,
    countedInput: reservation.inputTokens,
    countedOutput: bounded(await delivered.count(parts.tokens, request.model), forwarding),
  })
  return settlement.usage
}
