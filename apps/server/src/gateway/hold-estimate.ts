import { type Quota, quota, zero } from '@posthouse/ledger/quota'
import { noUsage } from '@posthouse/llm/usage'
import { priceServed } from '../pricing/tier.ts'
import type { PricedCandidate } from './exchange.ts'

/** What a request would cost at most among its candidates: the hold must be enough for any of them. */
export type Estimator = (inputTokens: number, outputTokens: number) => Quota

export function estimator(
  candidates: readonly PricedCandidate[],
  { ratioMillionths, tierAsked }: { ratioMillionths: bigint; tierAsked: string },
): Estimator {
  const entries = [...new Set(candidates.map(({ entry }) => entry))]
  return (input, output) =>
    entries.reduce((most, entry) => {
      const facts = { entry, ratioMillionths, calls: 1 }
      const tier = { said: null, asked: tierAsked }
      const { charge } = priceServed({ ...noUsage, input, output }, facts, tier)
      return charge.quota > most ? charge.quota : most
    }, zero)
}

/** The most output that an amount pays for beside the input, up to what is wanted. */
export function outputAfforded(
  estimate: Estimator,
  inputTokens: number,
  { amount, wanted }: { amount: Quota; wanted: number },
): number {
  if (estimate(inputTokens, wanted) <= amount) return wanted
  let enough = 0
  let tooMuch = wanted
  while (tooMuch - enough > 1) {
    const middle = Math.floor((enough + tooMuch) / 2)
    if (estimate(inputTokens, middle) <= amount) enough = middle
    else tooMuch = middle
  }
  return enough
}

export type HoldWanted = {
  /** Output tokens that the hold is for, all answers together. */
  readonly outputTokens: number
  readonly amount: Quota
  /** The least that lets the request in. */
  readonly minimum: Quota
}

export type OutputWanted = {
  readonly limit: number | null
  readonly answers: number
  readonly stream: boolean
  readonly sliceTokens: number
  readonly preConsumed: number
}

/**
 * How much to set aside. A stream takes a slice at a time. An answer in one piece takes all that it
 * may cost; without a limit of its own, as much as a slice, since nobody knows how long it will be.
 */
export function holdWanted(
  estimate: Estimator,
  inputTokens: number,
  output: OutputWanted,
): HoldWanted {
  const limit = output.limit ?? output.sliceTokens
  const each = output.stream ? Math.min(limit, output.sliceTokens) : limit
  const outputTokens = each * output.answers
  const amount = estimate(inputTokens, outputTokens)
  const floor = quota(estimate(inputTokens, 0) + BigInt(output.preConsumed))
  return { outputTokens, amount, minimum: floor < amount ? floor : amount }
}
