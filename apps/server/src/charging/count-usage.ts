import type { Usage } from '@posthouse/llm/canonical/usage'
import { countedMost } from './usage-limits.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import type { ReportedUsage } from './reported-usage.ts'
import type { RequestFacts } from './request-facts.ts'
import type { RunningHold } from './running-hold.ts'
import type { DeliveredContent } from './delivered-content.ts'
import type { TokenCounter } from './token-counter.ts'
import { needsInput, settlementFor } from './settlement.ts'

/** `reported` covers the whole answer. `heard` is the last report received, which may cover part of it. */
export type UsageSources = {
  readonly reported: ReportedUsage | null
  readonly heard: ReportedUsage | null
}

type Bounds = {
  readonly request: Pick<RequestFacts, 'outputLimit' | 'reasoningBudget' | 'answers'>
  readonly hold: Pick<RunningHold, 'outputCap'>
  readonly candidate: PricedCandidate | null
}

/** Counted output is charged up to the requested limit and to what the model can write. */
export const bounded = (tokens: number, { request, hold, candidate }: Bounds): number =>
  candidate === null
    ? tokens
    : Math.min(tokens, countedMost({ request, hold, model: candidate.facts }))

type InputHeld = Pick<RunningHold, 'inputTokens' | 'countInput'>

/** The input to charge. The estimate may be incomplete, which suffices if the supplier reports the input. */
export const inputCharged = async (
  ended: Parameters<typeof needsInput>[0],
  hold: InputHeld,
): Promise<number> => (needsInput(ended) ? await hold.countInput() : hold.inputTokens)

export type Counting = Bounds & {
  readonly request: { readonly model: string } & Pick<RequestFacts, 'outputIs'>
  readonly hold: InputHeld
  readonly delivered: DeliveredContent
  readonly tokens: TokenCounter
}

/** Usage to show for a whole answer whose report cannot be shown unchanged. The settlement charges the same. */
export async function countUsage(
  counting: Counting,
  { reported, heard }: UsageSources,
): Promise<Usage> {
  const { request, hold, delivered, tokens } = counting
  const ended = { kind: 'complete', reported, heard, requestSent: true } as const
  const settlement = settlementFor({
    ...ended,
    anythingDelivered: delivered.anything,
    countedInput: await inputCharged(ended, hold),
    countedOutput: bounded(await delivered.count(tokens, request.model), counting),
    outputIs: request.outputIs,
  })
  return settlement.usage
}
