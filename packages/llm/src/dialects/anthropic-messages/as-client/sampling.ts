import type { RequestField } from '../../../canonical/dropped-fields.ts'
import type { Fields } from '../../../bytes/fields.ts'
import type { ModelRequest } from '../../../canonical/request.ts'
import { rulesOf } from './model-rules.ts'

type EncodedSampling = { readonly fields: Fields; readonly dropped: readonly RequestField[] }

/** Fields that thinking or the model refuses are left out for callers of other dialects, who cannot know. */
export function encodeSampling(request: ModelRequest, isThinking: boolean): EncodedSampling {
  const { temperature, topP, topK } = request.sampling
  // Theirs goes up to one, that of others to two.
  const cooled = temperature === null ? null : Math.min(temperature, 1)
  if (request.dialect === 'anthropic-messages') {
    return { fields: { temperature: cooled, top_p: topP, top_k: topK }, dropped: [] }
  }
  const rule = rulesOf(request.model).sampling
  const isFree = rule !== 'none' && !isThinking
  const isAlone = rule === 'any' || usualAsNull(cooled) === null || isThinking
  // A model that thinks takes a little of it.
  const isWide = topP !== null && (!isThinking || topP >= 0.95)
  const asked = [
    { field: 'temperature', name: 'temperature', value: usualAsNull(cooled), isTaken: isFree },
    {
      field: 'topP',
      name: 'top_p',
      value: usualAsNull(topP),
      isTaken: rule !== 'none' && isAlone && isWide,
    },
    { field: 'topK', name: 'top_k', value: topK, isTaken: isFree },
  ] as const
  const set = asked.filter(({ value }) => value !== null)
  return {
    fields: Object.fromEntries(
      set.filter(({ isTaken }) => isTaken).map(({ name, value }) => [name, value]),
    ),
    dropped: set.filter(({ isTaken }) => !isTaken).map(({ field }) => field),
  }
}

/** One is what the vendor takes without a word, so nothing is lost with it. */
const usualAsNull = (value: number | null): number | null => (value === 1 ? null : value)
