import { Refusal } from '@posthouse/contract/refusal'
import type { Settings } from '../settings/setting-table.ts'
import type { AttemptFailure } from '../upstream/attempt-failure.ts'
import type { Relayed } from './relay.ts'

/** What the client is told when nobody answered, or when an answer broke off. Null: nothing. */
export function refusalFor(
  { kind, failure }: Relayed,
  settings: Settings,
  stream: boolean,
): Refusal | null {
  if (kind === 'quota-ran-out') {
    return new Refusal('quota.insufficient', { limit: 'the wallet', left: 0, wanted: 1 })
  }
  return failure === null ? null : refusalOf(failure, settings, stream)
}

function refusalOf(failure: AttemptFailure, settings: Settings, stream: boolean): Refusal {
  const { message } = failure
  const inside = { code: failure.code, parameter: failure.parameter, class: failure.class }
  if (failure.verdict === 'callers-fault') {
    return new Refusal('upstream.rejected', { message }, { status: failure.status, inside })
  }
  switch (failure.class) {
    case 'rate-limited': {
      const seconds = Math.max(
        1,
        Math.ceil((failure.retryAfterMs ?? settings.RetryCooldownSeconds * 1_000) / 1_000),
      )
      return new Refusal('upstream.busy', { seconds }, { retryAfterSeconds: seconds })
    }
    case 'timeout': {
      const began = failure.status !== 0 || stream
      const seconds = began ? settings.StreamIdleTimeout : settings.FirstByteTimeout
      return new Refusal('upstream.timeout', { seconds })
    }
    // What is wrong with our account over there is none of the caller's business.
    case 'authentication':
    case 'out-of-credit':
      return new Refusal('upstream.unavailable', { message: 'it does not accept our request' })
    case 'connection':
    case 'address-refused':
    case 'not-found':
      return new Refusal('upstream.unavailable', { message })
    case 'overloaded':
    case 'broken-answer':
    case 'empty-answer':
    case 'bad-request':
    case 'client-left':
      return new Refusal('upstream.failed', { message })
  }
}
