import type { RequestField } from './dropped-fields.ts'
import { effortOf } from './reasoning/reasoning.ts'
import type { ModelRequest } from './request.ts'

/*
 * Fields that OpenAI's reasoning models refuse with a 400:
 * https://learn.microsoft.com/azure/ai-services/openai/how-to/reasoning (not supported),
 * https://platform.openai.com/docs/guides/latest-model (sampling with `none` alone, from GPT-5.1 on),
 * https://platform.openai.com/docs/api-reference/chat/create (`stop`).
 */

const sampling = [
  'temperature',
  'topP',
  'frequencyPenalty',
  'presencePenalty',
  'logprobs',
] as const satisfies readonly RequestField[]

/** Fields that the model of a request does not take. */
export function refusedIn({ model, reasoning }: ModelRequest): readonly RequestField[] {
  const version = versionOf(model)
  if (version === null) return []
  const effort = reasoning === null ? null : effortOf(reasoning)
  const isSilent = effort === 'none' || (effort === null && silentByDefault.has(version))
  return version > 5 && isSilent && !isThinker(model) ? ['stop'] : [...sampling, 'stop']
}

/** 5.1 for `gpt-5.1-2025-11-13`, 0 for `openai/o4-mini`. Null: the model does not reason, or is not OpenAI's. */
function versionOf(model: string): number | null {
  if (/(?:^|[/.])o[1-9](?:-|$)/.test(model)) return 0
  const found = /(?:^|[/.])gpt-([5-9](?:\.\d{1,2})?)(?![\d.])(?!-chat)/.exec(model)
  if (found !== null) return Number(found[1])
  return /(?:^|[/.])gpt-5\.\d{1,2}-chat/.test(model) ? 0 : null
}

/** Without a word about effort these do not think. */
const silentByDefault: ReadonlySet<number> = new Set([5.1, 5.2])

const isThinker = (model: string): boolean => /-(pro|codex)/.test(model)

/** The request without what its model refuses. */
export function takenByModel(request: ModelRequest): ModelRequest {
  const refused = new Set(refusedIn(request))
  if (refused.size === 0) return request
  const kept = <Value>(field: RequestField, value: Value): Value | null =>
    refused.has(field) ? null : value
  const { temperature, topP, frequencyPenalty, presencePenalty } = request.sampling
  return {
    ...request,
    stop: refused.has('stop') ? [] : request.stop,
    logprobs: kept('logprobs', request.logprobs),
    sampling: {
      ...request.sampling,
      temperature: kept('temperature', temperature),
      topP: kept('topP', topP),
      frequencyPenalty: kept('frequencyPenalty', frequencyPenalty),
      presencePenalty: kept('presencePenalty', presencePenalty),
    },
  }
}
