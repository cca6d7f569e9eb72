import { type Quota, quota, zero } from '@posthouse/ledger/quota'
import { callOf } from '@posthouse/llm/canonical/meter'
import { priceServed } from '../domain/pricing/tier.ts'
import { type AnswerBounds, answerBounds } from './usage-limits.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import type { RequestFacts } from './request-facts.ts'

/** The most that a request would cost among its candidates: the hold must be enough for any of them. */
export type Estimator = (inputTokens: number, outputTokens: number) => Quota

type EstimateTerms = {
  readonly ratioMillionths: bigint
  readonly beganAt: number
  readonly tierAsked: string
  readonly request: Pick<RequestFacts, 'answers' | 'kind' | 'outputIs' | 'beside'>
}

export function estimator(candidates: readonly PricedCandidate[], terms: EstimateTerms): Estimator {
  const costs = costsAmong(candidates, terms)
  return (input, output) =>
    costs(input, output).reduce((most, cost) => (cost > most ? cost : most), zero)
}

/** The charge of an answer without output, at the candidate where that costs least. */
export function leastCost(
  candidates: readonly PricedCandidate[],
  terms: EstimateTerms,
  inputTokens: number,
): Quota {
  const [first = zero, ...others] = costsAmong(candidates, terms)(inputTokens, 0)
  return others.reduce((least, cost) => (cost < least ? cost : least), first)
}

function costsAmong(
  candidates: readonly PricedCandidate[],
  { ratioMillionths, beganAt, tierAsked, request }: EstimateTerms,
): (inputTokens: number, outputTokens: number) => readonly Quota[] {
  const entries = [...new Set(candidates.map(({ entry }) => entry))]
  const tier = { said: null, asked: tierAsked }
  return (input, output) => {
    const used = [
      { meter: 'input', amount: input },
      { meter: request.outputIs, amount: output },
      callOf(request),
      ...(request.beside ?? []),
    ] as const
    return entries.map(
      (entry) => priceServed(used, { entry, ratioMillionths, beganAt }, tier).charge.quota,
    )
  }
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
  readonly bounds: Pick<AnswerBounds, 'asked' | 'besideLimit'>
  readonly answers: number
  /** It can be held bit by bit, as it is written. */
  readonly inSlices: boolean
  readonly sliceTokens: number
  readonly preConsumed: number
  /** Tokens that the supplier may read beyond the request; null: nothing. */
  readonly inputElsewhere: number | null
}

/** The most that any of the candidates may be charged for one answer. */
export function boundsOfAll(
  request: Parameters<typeof answerBounds>[0],
  candidates: readonly PricedCandidate[],
): AnswerBounds {
  const bounds = candidates.map(({ facts }) => answerBounds(request, facts))
  return {
    asked: Math.max(...bounds.map(({ asked }) => asked)),
    isGuess: bounds.some(({ isGuess }) => isGuess),
    besideLimit: bounds.some(({ besideLimit }) => besideLimit),
    mayThink: bounds.some(({ mayThink }) => mayThink),
  }
}

/**
 * An answer shows what it costs while it comes. What a model thinks in silence shows at the end alone: it may
 * be all of its limit, what may be thought beside the limit, or without one all that the model can write. So does what
 * it rejects of a prediction.
 */
export function isHeldInSlices(
  request: Pick<RequestFacts, 'stream' | 'outputLimit' | 'predictedBytes'>,
  candidates: readonly PricedCandidate[],
): boolean {
  const thinks = candidates.some(({ facts }) => thinksInSilence(request, facts))
  return request.stream && request.predictedBytes === 0 && !thinks
}

/** A model that need not think is seldom silent within its limit. */
const thinksInSilence = (
  request: Pick<RequestFacts, 'outputLimit'>,
  facts: PricedCandidate['facts'],
): boolean =>
  facts.reasons === 'always' ||
  (facts.reasons === 'optional' && request.outputLimit === null) ||
  (facts.reasons !== 'never' && facts.limitExcludesReasoning)

/**
 * The amount to set aside. What shows as it comes takes a slice at a time. Any other answer takes all that it
 * may cost: what was asked for, or the longest that the model can give, and then it takes no more than a slice
 * or half of the wallet; so does a call whose supplier may read more than the request holds, and one that thinks
 * beside its limit: no limit of ours would bound that, and the slice is the least that lets it in.
 */
export function holdWanted(
  estimate: Estimator,
  inputTokens: number,
  output: OutputWanted,
): HoldWanted {
  const { limit, bounds, answers, inSlices, sliceTokens } = output
  const each = inSlices ? Math.min(bounds.asked, sliceTokens) : bounds.asked
  const outputTokens = each * answers
  const plain = estimate(inputTokens, outputTokens)
  const { inputElsewhere } = output
  const most =
    inputElsewhere === null ? plain : estimate(Math.max(inputElsewhere, inputTokens), outputTokens)
  const floor = quota(estimate(inputTokens, 0) + BigInt(output.preConsumed))
  const slice = estimate(inputTokens, Math.min(each, sliceTokens) * answers)
  const leastEach = Math.min(each, Math.max(limit ?? 0, sliceTokens))
  const modest = estimate(inputTokens, leastEach * answers)
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
  const least = bounds.besideLimit && !inSlices ? slice : floor
  return { outputTokens, amount: plain, plain, modest, minimum: least < modest ? least : modest }
}
