import type { ModelEvent, TokenLogprob } from '../../event.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../../parts/fields.ts'

/** `choices[].logprobs`: https://platform.openai.com/docs/api-reference/chat/object */
export function logprobsOf(choice: Fields, answer: number): ModelEvent[] {
  const said = fieldsOf(choice['logprobs'])
  const tokens = [...listOf(said?.['content']), ...listOf(said?.['refusal'])].flatMap(tokenOf)
  return tokens.length === 0 ? [] : [{ kind: 'logprobs', answer, tokens }]
}

/** A token with its alternatives, as chat completions and Responses write it. */
function tokenOf(value: unknown): TokenLogprob[] {
  const fields = fieldsOf(value)
  if (fields === null) return []
  const bytes = fields['bytes']
  return [
    {
      token: textOf(fields['token']) ?? '',
      logprob: numberOf(fields['logprob']) ?? 0,
      bytes: Array.isArray(bytes) ? bytes.filter((byte) => typeof byte === 'number') : null,
      top: listOf(fields['top_logprobs'])
        .flatMap(tokenOf)
        .map(({ token, logprob, bytes: own }) => ({ token, logprob, bytes: own })),
    },
  ]
}

export const encodeToken = ({ token, logprob, bytes, top }: TokenLogprob): Fields => ({
  token,
  logprob,
  bytes,
  top_logprobs: top,
})
