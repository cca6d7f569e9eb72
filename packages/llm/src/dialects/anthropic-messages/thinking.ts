import type { SpokenDialect } from '../../canonical/dialect.ts'
import type { RequestField } from '../../canonical/dropped-fields.ts'
import { type Fields, fieldsOf, numberOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import { budgetOf, effortOf, isOff, leastBudget } from '../../canonical/reasoning/reasoning.ts'
import { ownSignature } from '../../canonical/reasoning/signature.ts'
import type { ModelRequest, Reasoning } from '../../canonical/request.ts'
import { type ModelRules, rulesOf } from './as-client/model-rules.ts'

/*
 * `thinking` says whether and how many tokens, `output_config.effort` how much in a word:
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking, .../effort.
 */

type DecodedThinking = {
  readonly reasoning: Reasoning | null
  readonly rest: Fields
  /** Fields of `output_config` that `reasoning` has. */
  readonly readOfOutput: readonly string[]
}

export function decodeThinking(value: unknown, effortSaid: unknown): DecodedThinking {
  const thinking = fieldsOf(value)
  const effort = textOf(effortSaid)
  const readOfOutput = ['effort']
  const shown = shownOf(thinking?.['display'])
  switch (thinking?.['type']) {
    case 'enabled': {
      const budget = numberOf(thinking['budget_tokens'])
      return { reasoning: { effort, budget, shown }, rest: {}, readOfOutput }
    }
    case 'adaptive':
      return { reasoning: { effort, budget: null, shown }, rest: {}, readOfOutput }
    case 'disabled':
      // The effort that is left concerns the words of the answer, which no other dialect steers so.
      return { reasoning: { ...silent, effort: 'none' }, rest: {}, readOfOutput: [] }
    default:
      return thinking === null
        ? { reasoning: effort === null ? null : { ...silent, effort }, rest: {}, readOfOutput }
        : { reasoning: null, rest: { thinking }, readOfOutput: [] }
  }
}

const silent: Reasoning = { effort: null, budget: null, shown: null }

const shownOf = (display: unknown): boolean | null =>
  display === 'summarized' ? true : display === 'omitted' ? false : null

/** The thinking that a request asks for, in this dialect. */
export type EncodedThinking = {
  readonly thinking: Fields | null
  readonly effort: string | null
  /** `max_tokens`, which the dialect requires, and which holds thinking and words. */
  readonly outputLimit: number
  readonly dropped: readonly RequestField[]
}

/** The default, for a caller that says nothing. */
const usualLimit = 8_192

/** `signer`: the dialect of the supplier, whose signatures it takes. */
export function encodeThinking(
  request: ModelRequest,
  signer: SpokenDialect = 'anthropic-messages',
): EncodedThinking {
  const { reasoning, outputLimit } = request
  const plain = { ...nothing, outputLimit: outputLimit ?? usualLimit }
  if (reasoning === null) return plain
  const rules = rulesOf(request.model)
  const isOurs = request.dialect === 'anthropic-messages'
  if (isOff(reasoning)) {
    if (isOurs || rules.canStopThinking) return { ...plain, thinking: { type: 'disabled' } }
    return { ...plain, effort: 'low', dropped: ['reasoning'] }
  }
  const asked = isOurs ? asAsked(reasoning, outputLimit) : asTaken(reasoning, outputLimit, rules)
  return isRefused(request, asked, signer)
    ? { ...plain, effort: asked.effort, dropped: ['reasoning'] }
    : asked
}

/** Thinking is refused beside a forced tool, and with a budget after a turn of somebody else's. */
const isRefused = (
  request: ModelRequest,
  { thinking }: EncodedThinking,
  signer: SpokenDialect,
): boolean =>
  (request.dialect !== 'anthropic-messages' && isOn(thinking) && isForced(request)) ||
  (thinking?.['type'] === 'enabled' && lacksOwnReasoning(request, signer))

export const isOn = (thinking: Fields | null): boolean =>
  thinking !== null && thinking['type'] !== 'disabled'

const nothing = { thinking: null, effort: null, dropped: [] } as const

/** In the words of a caller of the dialect. */
function asAsked({ effort, budget, shown }: Reasoning, limit: number | null): EncodedThinking {
  if (budget === null) {
    const outputLimit = limit ?? usualLimit
    return { ...nothing, thinking: adaptive(shown), effort, outputLimit }
  }
  // The limit may be below the budget where reasoning and calls alternate: that is the caller's affair.
  return {
    ...nothing,
    thinking: enabled(budget, shown),
    effort,
    outputLimit: limit ?? above(budget),
  }
}

/** In words that the model takes, for a caller who cannot know them. */
function asTaken(reasoning: Reasoning, limit: number | null, rules: ModelRules): EncodedThinking {
  const plain = { ...nothing, outputLimit: limit ?? usualLimit }
  switch (rules.thinking) {
    case 'none':
      return { ...plain, dropped: ['reasoning'] }
    case 'adaptive': {
      // These keep their reasoning to themselves unless they are asked.
      const effort = wordOf(reasoning, rules)
      const isLost = effort === null && effortOf(reasoning) !== null
      const dropped: readonly RequestField[] = isLost ? ['reasoning'] : []
      return { ...plain, thinking: adaptive(reasoning.shown ?? true), effort, dropped }
    }
    case 'budget': {
      const asked = budgetOf(knownAmount(reasoning), limit)
      if (asked === null) return plain
      const budget = Math.max(asked, leastBudget)
      const outputLimit = plain.outputLimit > budget ? plain.outputLimit : above(budget, limit)
      return { ...plain, thinking: enabled(budget, reasoning.shown), outputLimit }
    }
  }
}

/** A negative number of tokens is Gemini's word for "as many as it takes". */
const knownAmount = (reasoning: Reasoning): Reasoning =>
  reasoning.budget !== null && reasoning.budget < 0
    ? { ...reasoning, budget: null, effort: reasoning.effort ?? 'medium' }
    : reasoning

/** The caller's allowance for the words stays theirs. */
const above = (budget: number, limit: number | null = null): number =>
  budget + (limit ?? usualLimit)

const enabled = (budget: number, shown: boolean | null): Fields =>
  withoutNulls({ type: 'enabled', budget_tokens: budget, display: displayOf(shown) })

const adaptive = (shown: boolean | null): Fields =>
  withoutNulls({ type: 'adaptive', display: displayOf(shown) })

const displayOf = (shown: boolean | null): string | null =>
  shown === null ? null : shown ? 'summarized' : 'omitted'

/** Null: no word, or none that the vendor knows. */
function wordOf(reasoning: Reasoning, rules: ModelRules): string | null {
  const word = effortOf(reasoning)
  if (word === 'minimal') return 'low'
  if (word === 'xhigh' || word === 'max') return rules.efforts.includes(word) ? word : 'high'
  return word === 'low' || word === 'medium' || word === 'high' ? word : null
}

const isForced = ({ toolChoice }: ModelRequest): boolean =>
  toolChoice?.kind === 'required' || toolChoice?.kind === 'tool'

/**
 * With a budget the vendor wants the last turn that called tools to begin with a reasoning part that it
 * signed. It is missing when another supplier made the turn.
 */
function lacksOwnReasoning({ messages }: ModelRequest, signer: SpokenDialect): boolean {
  const last = messages.findLast(({ role }) => role === 'assistant')
  if (last === undefined || last.parts.every(({ kind }) => kind !== 'tool-call')) return false
  return !last.parts.some(
    (part) => part.kind === 'reasoning' && ownSignature(part.signature, signer) !== null,
  )
}
