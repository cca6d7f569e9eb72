import type { ModelFacts } from '@posthouse/contract/model-facts'
import {
  type Bucket,
  inputBuckets,
  inputTokensOf,
  outputBuckets,
  outputTokensOf,
  type Usage,
} from '@posthouse/llm/usage'
import type { Doubt, Reported, Request, Reservation } from './exchange.ts'
import { tokensByBytes } from './token-counter.ts'

/** What can be known of the truth when a supplier reports what was used. */
export type BeliefFacts = {
  readonly request: Pick<
    Request,
    | 'body'
    | 'extraTokens'
    | 'images'
    | 'elsewhere'
    | 'suppliersTools'
    | 'outputLimit'
    | 'reasoningBudget'
    | 'answers'
  >
  readonly reservation: Pick<Reservation, 'inputTokens' | 'outputCap'>
  readonly model: ModelFacts
  /** Bytes of what the answer says so far, as it stands in its JSON: no token is less than one of them. */
  readonly saidBytes: () => number
}

/**
 * A report, as far as it can be true: what is above the bound is cut to the bound, and the doubt is noted. The
 * bound of the output is what was asked for, and no more than what was said and what the model can have
 * thought in silence. The bound of the input is what the request can stand for, and no more than the model
 * reads. A report whose figures cannot be at all stays as it is: it is not believed.
 */
export function believe(reported: Reported, facts: BeliefFacts): Reported {
  if (reported.absurd) return reported
  const { usage } = reported
  const output = outputMost(usage, facts)
  const input = inputMost(facts)
  const doubts: Doubt[] = [
    ...doubtOf('input', inputTokensOf(usage), input),
    ...doubtOf('output', outputTokensOf(usage), output),
  ]
  if (doubts.length === 0) return reported
  const cut = { ...cutTo(usage, inputBuckets, input), ...cutTo(usage, outputBuckets, output) }
  return { ...reported, usage: { ...usage, ...cut }, doubts }
}

const doubtOf = (what: Doubt['what'], claimed: number, believed: number): Doubt[] =>
  claimed > believed ? [{ what, claimed, believed }] : []

/** Every bucket in proportion, so that none is preferred. */
function cutTo(usage: Usage, buckets: readonly Bucket[], most: number): Partial<Usage> {
  const claimed = buckets.reduce((sum, bucket) => sum + usage[bucket], 0)
  if (claimed <= most) return {}
  return Object.fromEntries(
    buckets.map((bucket) => [bucket, Math.floor((usage[bucket] / claimed) * most)]),
  )
}

/** What no model is known to write in one answer without its vendor saying so. */
const usualOutputMost = 32_768

function outputMost(usage: Usage, facts: BeliefFacts): number {
  const { model } = facts
  const { answers } = facts.request
  const limit = limitOf(facts)
  const asked = limit === null ? Number.POSITIVE_INFINITY : limit * answers
  const hidden = mayHide(usage, model) ? (model.output ?? limit ?? usualOutputMost) * answers : 0
  const claimed = outputTokensOf(usage)
  // What was said is looked for only where it matters.
  if (claimed <= Math.min(asked, hidden)) return claimed
  const said = facts.saidBytes()
  const most = Math.min(asked, Math.max(said + unseenTokens * answers, hidden))
  // Some suppliers do not obey a limit: what was said was said, as far as a model can say so much.
  return Math.min(Math.max(most, tokensByBytes(said)), longestOf(model, limit) * answers)
}

const longestOf = ({ output }: ModelFacts, limit: number | null): number =>
  output ?? Math.max(limit ?? 0, usualOutputMost)

/** The most output that is charged where nobody reports it: what was asked for, and what the model can say. */
export function countedMost(facts: LimitFacts): number {
  const limit = limitOf(facts)
  const longest = longestOf(facts.model, limit)
  return Math.min(limit ?? longest, longest) * facts.request.answers
}

/** An end, a role and the frame of a call are tokens that nobody sees. */
const unseenTokens = 64

type LimitFacts = {
  readonly request: Pick<Request, 'outputLimit' | 'reasoningBudget' | 'answers'>
  readonly reservation: Pick<Reservation, 'outputCap'>
  readonly model: ModelFacts
}

/** Output tokens of one answer that were asked for; null: as many as the model likes. */
function limitOf({ request, reservation, model }: LimitFacts): number | null {
  const limits = [request.outputLimit, reservation.outputCap].filter((limit) => limit !== null)
  if (limits.length === 0) return null
  const thought = model.limitExcludesReasoning
    ? (model.output ?? usualOutputMost)
    : request.reasoningBudget
  return Math.min(...limits) + thought
}

/** Whether tokens came out of a model that its answer does not show as text. */
const mayHide = (usage: Usage, { reasons, out }: ModelFacts): boolean =>
  reasons !== 'never' ||
  usage.reasoning > 0 ||
  usage.audio_out + usage.image_out > 0 ||
  (out ?? []).some((modality) => modality !== 'text')

/** A supplier's own system prompt and templates: a few hundred tokens, 1 400 with tools, seldom more. */
const inputAllowance = 4_000
/** The dearest picture: 48 169 of GPT-4o mini (https://platform.openai.com/docs/guides/images-vision). */
const imageAllowance = 50_000
/** What no model is known to read at once without its vendor saying so. */
const usualContext = 2_000_000
/** A supplier that runs tools itself adds up what it read each time. */
const roundsOfTools = 10

function inputMost({ request, reservation, model }: BeliefFacts): number {
  const { body, extraTokens, images, elsewhere, suppliersTools } = request
  const context = (model.context ?? usualContext) * (suppliersTools ? roundsOfTools : 1)
  if (elsewhere || suppliersTools || model.fetches) return context
  const bytes = body.length + extraTokens
  const here = Math.max(bytes, reservation.inputTokens) + inputAllowance + images * imageAllowance
  return Math.min(here, context)
}
