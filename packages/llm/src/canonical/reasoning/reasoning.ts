import type { Reasoning } from '../request.ts'
import { entryOf } from '../../bytes/fields.ts'

/*
 * One vendor asks for effort in words, another for a number of tokens. The shares are those of the
 * product family (0.2, 0.5 and 0.8 of the output limit); 1024 is the least that Anthropic takes.
 */

const shares: Readonly<Record<string, number>> = {
  minimal: 0.1,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.9,
  max: 0.95,
}

export const leastBudget = 1_024
const usualLimit = 16_384

/** The model is told not to think. */
export const isOff = ({ effort, budget }: Reasoning): boolean => effort === 'none' || budget === 0

/** Tokens for thinking; null: the supplier decides. */
export function budgetOf({ effort, budget }: Reasoning, outputLimit: number | null): number | null {
  if (budget !== null) return budget
  const share = entryOf(shares, effort)
  if (share === undefined) return null
  return Math.max(leastBudget, Math.floor((outputLimit ?? usualLimit) * share))
}

/** The word for an effort; null: the supplier decides. */
export function effortOf({ effort, budget }: Reasoning): string | null {
  if (effort !== null) return effort
  if (budget === null || budget < 0) return null
  if (budget === 0) return 'none'
  if (budget <= 2_048) return 'low'
  return budget <= 8_192 ? 'medium' : 'high'
}
