import type { ModelFacts } from '@posthouse/contract/model-facts'
import {
  type Bucket,
  inputBuckets,
  inputTokensOf,
  outputBuckets,
  outputTokensOf,
  type Usage,
} from '@posthouse/llm/canonical/usage'
import type { Doubt, ReportedUsage, Side } from './reported-usage.ts'
import type { RequestFacts } from './request-facts.ts'
import { type InputFacts, inputMost, repeatedTokens } from './input-bound.ts'
import type { RunningHold } from './running-hold.ts'

/** Limits used to check the usage that an upstream reports. */
export type UsageLimitFacts = {
  readonly request: RequestFacts & InputFacts['request']
  readonly hold: Pick<RunningHold, 'inputTokens' | 'outputCap'>
  readonly model: ModelFacts
  /** Bytes of the answer so far, JSON-escaped. A token has at least one. */
  readonly saidBytes: () => number
  /** The previous report. */
  readonly before: ReportedUsage | null
}

/**
 * Cuts a report to its limits and records each doubt. Output is limited to what was requested, and to the delivered text plus possible
 * hidden reasoning. For input see input-bound.ts. Absurd reports are returned unchanged, because they are not used.
 */
export function limitUsage(reported: ReportedUsage, facts: UsageLimitFacts): ReportedUsage {
  if (reported.absurd) return reported
  const { usage } = reported
  const output = outputMost(usage, facts)
  const input = inputMost(facts)
  const doubts: Doubt[] = [
    ...doubtOf('input', reported, input),
    ...doubtOf('output', reported, output),
  ]
  const cut = { ...cutTo(usage, inputBuckets, input), ...cutTo(usage, outputBuckets, output) }
  const low = lowSides(usage, facts)
  return kept(facts.before, {
    ...reported,
    usage: { ...usage, ...cut },
    ...(doubts.length > 0 && { doubts }),
    ...(low.length > 0 && { low }),
    ...(facts.saidBytes() === 0 && { early: true }),
  })
}

/** Above the limit, or with parts that exceed the whole. */
function doubtOf(what: Side, { usage, parts }: ReportedUsage, most: number): Doubt[] {
  const whole = totals[what](usage)
  const claimed = Math.max(whole, parts?.[what] ?? 0)
  const believed = Math.min(whole, most)
  return claimed > believed ? [{ what, claimed, believed }] : []
}

/** A token is rarely longer in escaped JSON: a line of spaces has 40 bytes per token, and escaped letters (\u0440) have six bytes each. */
const bytesPerTokenMost = 96
/** No token is longer: runs of one character have about a hundred bytes. */
const bytesPerTokenEver = 256
/** Too little text to judge. */
const unsureBytes = 256
/** Lenient, because suppliers that cut a long prompt to their context read less than was sent. */
const countedPerToken = 32
const unsureTokens = 64

/**
 * Sides reported so low that no tokenizer explains it. Text the model did not write does not count as output: results of the
 * supplier's tools, and a repeated prompt.
 */
function lowSides(usage: Usage, facts: UsageLimitFacts): readonly Side[] {
  const { request, hold, model } = facts
  const input = inputTokensOf(usage)
  const output = outputTokensOf(usage)
  // Texts only, each once, because the cost of pictures and files is an estimate.
  const beside = request.imageTokens + request.extraTokens + repeatedTokens(request)
  const counted = hold.inputTokens - beside
  const isOthers = request.suppliersTools || request.repeatsInput || model.fetches
  const said = isOthers ? 0 : facts.saidBytes()
  const sides: readonly (readonly [Side, boolean])[] = [
    ['input', (input === 0 && counted > 0) || counted > input * countedPerToken + unsureTokens],
    ['output', (output === 0 && said > 0) || said > output * bytesPerTokenMost + unsureBytes],
  ]
  return sides.filter(([, isLow]) => isLow).map(([side]) => side)
}

/** Usage only grows, so a report that lowers a figure loses to the previous one. */
function kept(before: ReportedUsage | null, now: ReportedUsage): ReportedUsage {
  if (before === null || before.absurd) return now
  const sides = (['input', 'output'] as const).filter((side) => isTakenBack(side, before, now))
  if (sides.length === 0) return now
  const low = now.low?.filter((side) => !sides.includes(side)) ?? []
  const { low: _, ...rest } = now
  return {
    ...rest,
    usage: sides.reduce((usage, side) => ({ ...usage, ...only(before.usage, side) }), now.usage),
    ...(low.length > 0 && { low }),
    doubts: [
      ...(now.doubts ?? []).filter(({ what }) => !sides.includes(what)),
      ...sides.map((what) => ({
        what,
        claimed: totals[what](now.usage),
        believed: totals[what](before.usage),
      })),
    ],
  }
}

const totals = { input: inputTokensOf, output: outputTokensOf } as const
const bucketsOf = { input: inputBuckets, output: outputBuckets } as const

const only = (usage: Usage, side: Side): Partial<Usage> =>
  Object.fromEntries(bucketsOf[side].map((bucket) => [bucket, usage[bucket]]))

/** An estimate of the input may be corrected downwards, and an output before the first word stands for none. */
function isTakenBack(side: Side, before: ReportedUsage, now: ReportedUsage): boolean {
  const isLess = totals[side](now.usage) < totals[side](before.usage)
  const wasPlausible = before.low?.includes(side) !== true
  const isImplausible = side === 'output' ? before.early !== true : now.low?.includes(side) === true
  return isLess && wasPlausible && isImplausible
}

/** Every bucket in proportion, so that none is preferred. */
function cutTo(usage: Usage, buckets: readonly Bucket[], most: number): Partial<Usage> {
  const claimed = buckets.reduce((sum, bucket) => sum + usage[bucket], 0)
  if (claimed <= most) return {}
  let left = most
  let claimedLeft = claimed
  return Object.fromEntries(
    buckets.map((bucket) => {
      // Of what is left, so that nothing is lost by rounding.
      const part = claimedLeft === 0 ? 0 : Math.round((usage[bucket] / claimedLeft) * left)
      left -= part
      claimedLeft -= usage[bucket]
      return [bucket, part]
    }),
  )
}

/**
 * More than most models write in one answer without their vendor saying so: a guess, for what is held at first and
 * for reasoning in silence. Text is charged beyond it.
 */
const usualOutputMost = 32_768

function outputMost(usage: Usage, facts: UsageLimitFacts): number {
  const { model } = facts
  const { answers, predictedBytes, compacts } = facts.request
  const limit = limitOf(facts)
  const summary = compacts ? (model.output ?? usualOutputMost) : 0
  const asked = limit === null ? Number.POSITIVE_INFINITY : limit * answers + summary
  const hides = compacts || mayHide(usage, facts)
  const hidden = hides ? (model.output ?? limit ?? usualOutputMost) * answers + summary : 0
  const claimed = outputTokensOf(usage)
  // The text is inspected only if it matters.
  if (claimed <= Math.min(asked, hidden)) return claimed
  const said = facts.saidBytes()
  const shown = said + (unseenTokens + predictedBytes) * answers
  return Math.min(asked, Math.max(shown, hidden), longestOf(model) * answers + summary)
}

/** Longest answer of the model, if published. */
const longestOf = ({ output }: ModelFacts): number => output ?? Number.POSITIVE_INFINITY

/** Highest counted output to charge: the requested limit, at most what the model can write. */
export const countedMost = (facts: LimitFacts): number => answerMost(facts) * facts.request.answers

const answerMost = (facts: LimitFacts): number =>
  Math.min(limitOf(facts) ?? Number.POSITIVE_INFINITY, longestOf(facts.model))

/** Output tokens of one answer, before any limit of ours. */
export type AnswerBounds = {
  /** The requested limit plus reasoning beside it, at most what the model can write. */
  readonly asked: number
  /** No limit was requested and none is published, so text beyond `asked` is charged too. */
  readonly isGuess: boolean
  /** The limit does not cover reasoning. */
  readonly besideLimit: boolean
  /** The model may reason, which not every supplier counts against a limit. */
  readonly mayThink: boolean
}

/** Longest text, in bytes of escaped JSON, for a number of output tokens. */
export const longestText = (outputTokens: number): number =>
  outputTokens * bytesPerTokenEver + unsureBytes

/** Upper bounds of one answer, for holds and charges alike. */
export function answerBounds(request: LimitFacts['request'], model: ModelFacts): AnswerBounds {
  const facts = { request, hold: { outputCap: null }, model }
  const most = answerMost(facts)
  return {
    asked: Number.isFinite(most) ? most : usualOutputMost,
    isGuess: !Number.isFinite(most),
    besideLimit: reasoningBeside(facts) > 0,
    mayThink: model.reasons !== 'never',
  }
}

/** Invisible tokens: role, end, and the framing of tool calls. */
const unseenTokens = 64

type LimitFacts = {
  readonly request: Pick<RequestFacts, 'outputLimit' | 'reasoningBudget' | 'answers'>
  readonly hold: Pick<RunningHold, 'outputCap'>
  readonly model: ModelFacts
}

/** Requested output tokens of one answer; null without a limit. */
function limitOf({ request, hold, model }: LimitFacts): number | null {
  const limits = [request.outputLimit, hold.outputCap].filter((limit) => limit !== null)
  if (limits.length === 0) return null
  return Math.min(...limits) + reasoningBeside({ request, model })
}

/** Reasoning tokens of one answer that its limit does not count. */
const reasoningBeside = ({ request, model }: Pick<LimitFacts, 'request' | 'model'>): number =>
  model.limitExcludesReasoning ? (model.output ?? usualOutputMost) : request.reasoningBudget

/** Whether output tokens may be missing from the visible text: reasoning, media, and calls of the supplier's tools. */
const mayHide = (
  usage: Usage,
  {
    request,
    model: { reasons, out },
    before,
  }: Pick<UsageLimitFacts, 'request' | 'model' | 'before'>,
): boolean =>
  reasons !== 'never' ||
  request.suppliersTools ||
  namesHidden(usage) ||
  (before?.absurd === false && namesHidden(before.usage)) ||
  (out ?? []).some((modality) => modality !== 'text')

/** Later reports of an answer may leave out a figure that an earlier one had. */
const namesHidden = ({ reasoning, audio_out, image_out }: Usage): boolean =>
  reasoning + audio_out + image_out > 0
