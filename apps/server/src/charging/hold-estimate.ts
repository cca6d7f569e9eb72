import { type Quota, quota, zero } from '@posthouse/ledger/quota'
import { callOf } from '@posthouse/llm/canonical/meter'
import { priceServed } from '../domain/pricing/tier.ts'
import { type AnswerBounds, answerBounds } from './usage-limits.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import type { RequestFacts } from './request-facts.ts'

/** Highest cost among the candidates, because the hold must cover any of them. */
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

/** Lowest charge among the candidates for an answer without output. */
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

/** The most output tokens that an amount pays for on top of the input, at most `wanted`. */
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
  /** Output tokens the hold covers, over all answers. */
  readonly outputTokens: number
  readonly amount: Quota
  /** The same for the input of the body alone. */
  readonly plain: Quota
  /** Above this and half of the free balance, the hold leaves room for other calls. */
  readonly modest: Quota
  /** The smallest hold that admits the request. */
  readonly minimum: Quota
}

export type OutputWanted = {
  readonly limit: number | null
  readonly bounds: Pick<AnswerBounds, 'asked' | 'besideLimit'>
  readonly answers: number
  /** Whether the hold may grow while the answer is written. */
  readonly inSlices: boolean
  readonly sliceTokens: number
  readonly preConsumed: number
  /** Tokens the supplier may read beyond the body; null if none. */
  readonly inputElsewhere: number | null
}

/** Upper bounds of one answer, over all candidates. */
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
 * Visible output can be held in slices while it arrives. Hidden reasoning and rejected predictions are known only at the end, so
 * they must be covered from the start: up to the limit, what may be thought beside it, or all that the model can write.
 */
export function isHeldInSlices(
  request: Pick<RequestFacts, 'stream' | 'outputLimit' | 'predictedBytes'>,
  candidates: readonly PricedCandidate[],
): boolean {
  const thinks = candidates.some(({ facts }) => thinksInSilence(request, facts))
  return request.stream && request.predictedBytes === 0 && !thinks
}

/** Models that need not reason rarely use hidden tokens within their limit. */
const thinksInSilence = (
  request: Pick<RequestFacts, 'outputLimit'>,
  facts: PricedCandidate['facts'],
): boolean =>
  facts.reasons === 'always' ||
  (facts.reasons === 'optional' && request.outputLimit === null) ||
  (facts.reasons !== 'never' && facts.limitExcludesReasoning)

/**
 * The amount to hold. Output that is visible as it arrives is held one slice at a time. Any other answer holds its full possible cost:
 * the requested limit, or the longest answer of the model, capped at a slice or half of the wallet. The same cap applies when the
 * supplier may read more than the body or reason beside its limit, because no limit of ours bounds these; the slice is then the
 * smallest hold that admits the call.
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
    // The plain estimate is no upper bound, so a balance just above it is not enough.
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
