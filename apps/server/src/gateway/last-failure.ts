import { Refusal } from '@posthouse/contract/refusal'
import type { Settings } from '../settings/setting-table.ts'
import type { AttemptClass, AttemptFailure } from '../upstream/attempt-failure.ts'
import type { Relayed } from './relay.ts'

/** What the client is told when nobody answered, or when an answer broke off. Null: nothing. */
export function refusalFor(
  { refusal, failure }: Relayed,
  settings: Settings,
  stream: boolean,
): Refusal | null {
  if (refusal !== null) return refusal
  return failure === null ? null : refusalOf(failure, settings, stream)
}

function refusalOf(failure: AttemptFailure, settings: Settings, stream: boolean): Refusal {
  const { message } = failure
  const inside = { code: failure.code, parameter: failure.parameter, class: failure.class }
  if (failure.verdict === 'callers-fault') {
    return new Refusal('upstream.rejected', { message }, { status: failure.status, inside })
  }
  switch (refusalCodes[failure.class]) {
    case 'upstream.busy':
      return busy(failure, settings)
    case 'upstream.timeout': {
      const began = failure.status !== 0 || stream
      const seconds = began ? settings.StreamIdleTimeout : settings.FirstByteTimeout
      return new Refusal('upstream.timeout', { seconds })
    }
    case 'upstream.unavailable': {
      // What is wrong with our account over there is none of the caller's business.
      const ours = failure.class === 'authentication' || failure.class === 'out-of-credit'
      const told = ours ? 'it does not accept our request' : message
      return new Refusal('upstream.unavailable', { message: told })
    }
    case 'upstream.failed':
      return new Refusal('upstream.failed', { message })
  }
}

type UpstreamCode =
  | 'upstream.busy'
  | 'upstream.timeout'
  | 'upstream.unavailable'
  | 'upstream.failed'

const refusalCodes: Record<AttemptClass, UpstreamCode> = {
  'rate-limited': 'upstream.busy',
  timeout: 'upstream.timeout',
  authentication: 'upstream.unavailable',
  'out-of-credit': 'upstream.unavailable',
  connection: 'upstream.unavailable',
  'address-refused': 'upstream.unavailable',
  'not-found': 'upstream.unavailable',
  overloaded: 'upstream.failed',
  'broken-answer': 'upstream.failed',
  'empty-answer': 'upstream.failed',
  'bad-request': 'upstream.failed',
  'client-left': 'upstream.failed',
}

function busy({ retryAfterMs }: AttemptFailure, { RetryCooldownSeconds }: Settings): Refusal {
  const seconds = Math.max(1, Math.ceil((retryAfterMs ?? RetryCooldownSeconds * 1_000) / 1_000))
  return new Refusal('upstream.busy', { seconds }, { retryAfterSeconds: seconds })
}
