import type { TokenLogprob } from './event.ts'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '../bytes/fields.ts'

/** Tokens with their alternatives, as chat completions and Responses write them. */
export const tokensIn = (list: unknown): TokenLogprob[] => listOf(list).flatMap(tokenOf)

function tokenOf(value: unknown): TokenLogprob[] {
  const fields = fieldsOf(value)
  if (fields === null) return []
  const bytes = fields['bytes']
  return [
    {
      token: textOf(fields['token']) ?? '',
      logprob: numberOf(fields['logprob']) ?? 0,
      bytes: Array.isArray(bytes) ? bytes.filter((byte) => typeof byte === 'number') : null,
      top: tokensIn(fields['top_logprobs']).map(({ token, logprob, bytes: own }) => ({
        token,
        logprob,
        bytes: own,
      })),
    },
  ]
}

export const encodeToken = ({ token, logprob, bytes, top }: TokenLogprob): Fields => ({
  token,
  logprob,
  bytes,
  top_logprobs: top,
})
