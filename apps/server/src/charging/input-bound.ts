import type { ModelFacts } from '@posthouse/contract/model-facts'
import type { RequestFacts } from './request-facts.ts'
import type { RunningHold } from './running-hold.ts'
import { tokensByBytes } from './token-counter.ts'

/** A supplier's own system prompt and templates: a few hundred tokens, 1 400 with tools, seldom more. */
const inputAllowance = 4_000
/** The dearest picture: 48 169 of GPT-4o mini (https://platform.openai.com/docs/guides/images-vision). */
const imageAllowance = 50_000
/** The most that any model is known to read at once without its vendor saying so. */
const usualContext = 2_000_000
/** A supplier that runs tools itself adds up what it read each time. */
const roundsOfTools = 10

export type InputFacts = {
  readonly request: Pick<
    RequestFacts,
    | 'extraTokens'
    | 'images'
    | 'entries'
    | 'bytesEach'
    | 'elsewhere'
    | 'suppliersTools'
    | 'unknownFields'
    | 'compacts'
  > & {
    readonly body: { readonly length: number }
    /** The channel takes its upstream's word for it. */
    readonly inputAsReported?: boolean
  }
  readonly hold: Pick<RunningHold, 'inputTokens'>
  readonly model: ModelFacts
}

/**
 * The most input that a report can name: what the request can stand for, and no more than the model reads, which
 * is a context for each text of a batch. Never less than our own count.
 */
export function inputMost(facts: InputFacts): number {
  const { request, hold, model } = facts
  if (request.inputAsReported === true) return Number.POSITIVE_INFINITY
  const readable = outsideMost(request, model) ?? Math.min(hereMost(facts), readableMost(facts))
  return Math.max(readable, hold.inputTokens) * (request.compacts ? 2 : 1)
}

/** Tokens that are read more than once: the query of a rerank, for every document but the first. */
export const repeatedTokens = ({
  entries,
  bytesEach,
}: Pick<RequestFacts, 'entries' | 'bytesEach'>) =>
  tokensByBytes(bytesEach * Math.max(0, entries - 1))

const outsideMost = (request: InputFacts['request'], model: ModelFacts): number | null =>
  inputElsewhere(request, model) ?? (request.unknownFields ? contextOf(model) : null)

const readableMost = ({ request: { entries }, model }: InputFacts): number =>
  contextOf(model) * entries

function hereMost({ request, hold }: InputFacts): number {
  const { body, extraTokens, images, entries, bytesEach } = request
  const bytes = body.length + extraTokens + bytesEach * entries
  return Math.max(bytes, hold.inputTokens) + inputAllowance + images * imageAllowance
}

const contextOf = ({ context }: ModelFacts): number => context ?? usualContext

/** The most input of a request whose body does not hold all of it, or not yet. Null: it does. */
export function inputElsewhere(
  { elsewhere, suppliersTools }: Pick<RequestFacts, 'elsewhere' | 'suppliersTools'>,
  model: ModelFacts,
): number | null {
  if (suppliersTools) return contextOf(model) * roundsOfTools
  return elsewhere || model.fetches ? contextOf(model) : null
}
