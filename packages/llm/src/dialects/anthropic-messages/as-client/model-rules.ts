/*
 * Requests that the vendor's models refuse: each of these is a 400 otherwise. From the pages "Thinking",
 * "Effort", "Structured outputs" and "What's new" of https://platform.claude.com/docs as of September 2026.
 */

export type ModelRules = {
  /** `budget`: a number of tokens. `adaptive`: a word of effort, the number is refused. */
  readonly thinking: 'none' | 'budget' | 'adaptive'
  readonly canStopThinking: boolean
  /** Words of effort that are taken, beside low, medium and high. */
  readonly efforts: readonly string[]
  readonly sampling: 'any' | 'one' | 'none'
  readonly canForceTools: boolean
  readonly hasSchemas: boolean
}

/** Models of others that speak the dialect are taken as the last one that refused little. */
const others: ModelRules = {
  thinking: 'budget',
  canStopThinking: true,
  efforts: [],
  sampling: 'any',
  canForceTools: true,
  hasSchemas: true,
}

export function rulesOf(model: string): ModelRules {
  const version = versionOf(model)
  if (version === null) return others
  // These two families think always.
  const isThinker = /claude-(fable|mythos)/.test(model)
  return {
    thinking: version >= 4.06 ? 'adaptive' : version >= 3.07 ? 'budget' : 'none',
    canStopThinking: version < 5.05 && !isThinker,
    efforts: version >= 4.07 ? ['xhigh', 'max'] : ['max'],
    sampling: version >= 4.07 ? 'none' : version >= 4.01 ? 'one' : 'any',
    canForceTools: version < (isThinker ? 5.01 : 5.05),
    hasSchemas: version >= 4.05,
  }
}

/**
 * 4.06 for `claude-opus-4-6`, `anthropic/claude-opus-4.6`, `us.anthropic.claude-opus-4-6-v1:0`; 3.07 for
 * `claude-3-7-sonnet-latest`. A family without a number is newer than all of them. Null: none of theirs.
 */
function versionOf(model: string): number | null {
  const name = model.slice(Math.max(0, model.indexOf('claude')))
  const found = /^claude(?:-[a-z]+)*[-.](\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/.exec(name)
  if (found === null) return /claude-[a-z]/.test(model) ? newest : null
  return Number(found[1]) + Number(found[2] ?? 0) / 100
}

const newest = 99
