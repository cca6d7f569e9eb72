import type { ErrorCode } from '@posthouse/contract/errors'
import type { Refusal } from '@posthouse/contract/refusal'

/** Clients that are told to wait longer do not wait: they try again after a few seconds, in vain. */
const patienceMs = 60_000

/** Statuses below 500 that another try may cure. */
const passing = new Set([408, 409, 429])

/** Only the administrator can cure these, whatever their status. */
const lasting = new Set<ErrorCode>(['model.unpriced', 'route.pin'])

/** The time to wait, in milliseconds; null: nobody knows. */
export function waitMsOf({ extras }: Refusal): number | null {
  if (extras.retryAfterMs !== undefined) return extras.retryAfterMs
  return extras.retryAfterSeconds === undefined ? null : extras.retryAfterSeconds * 1_000
}

function isWorthAnotherTry(refusal: Refusal): boolean {
  const { code, status, extras } = refusal
  if ((waitMsOf(refusal) ?? 0) > patienceMs || lasting.has(code)) return false
  return extras.retry ?? (status >= 500 || passing.has(status))
}

/**
 * Headers that the clients of OpenAI and Anthropic obey: whether to try again, and when. The exact time wins over
 * the one in seconds, which others read.
 */
export function retryHeaders(refusal: Refusal): Record<string, string> {
  const wait = waitMsOf(refusal)
  return {
    'x-should-retry': String(isWorthAnotherTry(refusal)),
    ...(wait !== null && {
      'retry-after': String(Math.ceil(wait / 1_000)),
      'retry-after-ms': String(Math.ceil(wait)),
    }),
  }
}
