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
  /** The same for the input that is there. */
  readonly plain: Quota
  /** With more than this, and half of what is free in the wallet, it leaves room for others. */
  readonly modest: Quota
  /** The least that lets the request in. */
  readonly minimum: Quota
}

export type OutputWanted = {
  readonly limit: number | null
  /** The longest answer of any candidate's model. */
  readonly longest: number
  readonly answers: number
  readonly stream: boolean
  readonly sliceTokens: number
  readonly preConsumed: number
  /** What the supplier may read beyond the request; null: nothing. */
  readonly inputElsewhere: number | null
}

/** What no model is known to write in one answer without its vendor saying so. */
const usualOutputMost = 32_768

/** The longest answer that one of the models can give. */
export const longestOutput = (candidates: readonly PricedCandidate[]): number =>
  Math.max(...candidates.map(({ facts }) => facts.output ?? usualOutputMost))

/**
 * How much to set aside. A stream takes a slice at a time. An answer in one piece takes all that it
 * may cost: what was asked for, or the longest that the model can give, and then it takes no more than a slice
 * or half of the wallet; so does a call whose supplier may read more than the request holds.
 */
export function holdWanted(
  estimate: Estimator,
  inputTokens: number,
  output: OutputWanted,
): HoldWanted {
  const { limit, longest, answers, stream, sliceTokens } = output
  const wanted = limit ?? (stream ? sliceTokens : longest)
  const each = stream ? Math.min(wanted, sliceTokens) : wanted
  const outputTokens = each * answers
  const plain = estimate(inputTokens, outputTokens)
  const { inputElsewhere } = output
  const most =
    inputElsewhere === null ? plain : estimate(Math.max(inputElsewhere, inputTokens), outputTokens)
  const floor = quota(estimate(inputTokens, 0) + BigInt(output.preConsumed))
  const slice = estimate(inputTokens, Math.min(each, sliceTokens) * answers)
  const modest = limit === null ? slice : plain
  if (inputElsewhere !== null) {
    // The plain estimate is no bound of it: who has little more than that is not let in.
    const minimum = floor < most ? floor : most
    return {
      outputTokens,
      amount: most,
      plain,
      modest: modest < minimum ? minimum : modest,
      minimum,
    }
  }
  const least = floor < plain ? floor : plain
  return { outputTokens, amount: plain, plain, modest, minimum: least < modest ? least : modest }
}
