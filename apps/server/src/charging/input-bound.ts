import type { ModelFacts } from '@posthouse/contract/model-facts'
import type { RequestFacts } from './request-facts.ts'
import type { RunningHold } from './running-hold.ts'
import { tokensByBytes } from './token-counter.ts'

/** System prompts and templates that suppliers add: a few hundred tokens, 1 400 with tools, rarely more. */
const inputAllowance = 4_000
/** The most expensive picture: 48 169 tokens for GPT-4o mini (https://platform.openai.com/docs/guides/images-vision). */
const imageAllowance = 50_000
/** Context assumed for a model whose vendor states none. */
const usualContext = 2_000_000
/** Suppliers that run tools report the input of every round. */
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
    /** The channel trusts the input that its upstream reports. */
    readonly inputAsReported?: boolean
  }
  readonly hold: Pick<RunningHold, 'inputTokens'>
  readonly model: ModelFacts
}

/**
 * Highest input that a report may claim: what the request can amount to, at most the model's context for each text of a batch, and
 * never less than our own count.
 */
export function inputMost(facts: InputFacts): number {
  const { request, hold, model } = facts
  if (request.inputAsReported === true) return Number.POSITIVE_INFINITY
  const readable = outsideMost(request, model) ?? Math.min(hereMost(facts), readableMost(facts))
  return Math.max(readable, hold.inputTokens) * (request.compacts ? 2 : 1)
}

/** Tokens read again for each further document: the query of a rerank. */
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

/** Highest input of a request whose body does not contain all of it; null if it does. */
export function inputElsewhere(
  { elsewhere, suppliersTools }: Pick<RequestFacts, 'elsewhere' | 'suppliersTools'>,
  model: ModelFacts,
): number | null {
  if (suppliersTools) return contextOf(model) * roundsOfTools
  return elsewhere || model.fetches ? contextOf(model) : null
}
