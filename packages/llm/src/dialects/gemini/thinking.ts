import { type Fields, flagOf, numberOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import { budgetOf, effortOf, isOff } from '../../canonical/reasoning/reasoning.ts'
import type { ModelRequest, Reasoning } from '../../canonical/request.ts'
import { camelled } from './spelling.ts'

/*
 * Gemini 2.5 takes a number of tokens, Gemini 3 a word, and neither takes both:
 * https://ai.google.dev/gemini-api/docs/thinking.
 */

/** `thinkingConfig` of a request. */
export function decodeThinking(value: unknown): Reasoning | null {
  const config = camelled(value)
  if (config === null) return null
  const level = textOf(config['thinkingLevel'])?.toLowerCase() ?? null
  return {
    effort: level === 'thinking_level_unspecified' ? null : level,
    budget: numberOf(config['thinkingBudget']),
    shown: flagOf(config['includeThoughts']),
  }
}

/** Null: the model cannot be told, or nothing was said. */
export function encodeThinking(request: ModelRequest): Fields | null {
  const { reasoning, model } = request
  if (reasoning === null || isTooOld(model)) return null
  const isOwn = request.dialect === 'gemini'
  return withoutNulls({
    ...(isOwn ? asSaid(reasoning) : translated(reasoning, request)),
    includeThoughts: isOwn ? reasoning.shown : isOff(reasoning) ? null : (reasoning.shown ?? true),
  })
}

/** The model thinks although it was told not to, or cannot be told at all. */
export const isDisobeyed = ({ reasoning, model, dialect }: ModelRequest): boolean =>
  reasoning !== null &&
  (isTooOld(model) || (dialect !== 'gemini' && isOff(reasoning) && leastOf(model) !== 0))

const asSaid = ({ effort, budget }: Reasoning): Fields =>
  effort === null ? { thinkingBudget: budget } : { thinkingLevel: effort }

function translated(reasoning: Reasoning, { model, outputLimit }: ModelRequest): Fields {
  if (takesLevels(model)) return { thinkingLevel: levelOf(reasoning) }
  if (isOff(reasoning)) return { thinkingBudget: leastOf(model) }
  const budget = budgetOf(reasoning, outputLimit)
  return { thinkingBudget: budget === null ? null : Math.min(budget, mostOf(model)) }
}

/** `minimal` is known to some of the models alone; all of them know these three. */
function levelOf(reasoning: Reasoning): string | null {
  const effort = effortOf(reasoning)
  if (effort === null) return null
  if (effort === 'medium') return 'medium'
  return effort === 'none' || effort === 'minimal' || effort === 'low' ? 'low' : 'high'
}

/** The lowest budget, which turns thinking off where it can be turned off. */
const leastOf = (model: string): number =>
  takesLevels(model) || model.includes('gemini-2.5-pro') ? 128 : 0

const mostOf = (model: string): number => (model.includes('gemini-2.5-pro') ? 32_768 : 24_576)

/** Gemini 3 and later, and the names that always mean the newest. */
export function takesLevels(model: string): boolean {
  const version = versionOf(model)
  return version === null ? isLatest(model) : version >= 3
}

const isLatest = (model: string): boolean =>
  model.split('gemini-', 2)[1]?.includes('latest') === true

const isTooOld = (model: string): boolean => (versionOf(model) ?? 2.5) < 2.5

const versionOf = (model: string): number | null => {
  const version = /gemini-(\d+(?:\.\d+)?)/.exec(model)?.[1]
  return version === undefined ? null : Number(version)
}
