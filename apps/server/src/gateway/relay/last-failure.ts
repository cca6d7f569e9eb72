import { phrase } from '@posthouse/contract/phrases'
import { Refusal, type RefusalExtras } from '@posthouse/contract/refusal'
import type { Settings } from '../../domain/settings/setting-table.ts'
import type { AttemptClass, AttemptFailure } from '../../upstream/attempt-failure.ts'
import type { Relayed } from './relay.ts'

/** The refusal for the client when no candidate answered or an answer broke off. */
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
  const retry = retryOf(failure)
  if (failure.verdict === 'callers-fault') {
    const { status } = failure
    return new Refusal('upstream.rejected', { message }, { status, inside, ...retry })
  }
  switch (refusalCodes[failure.class]) {
    case 'upstream.busy':
      return busy(failure, settings)
    case 'upstream.timeout': {
      const began = failure.status !== 0 || stream
      const seconds = began ? settings.StreamIdleTimeout : settings.FirstByteTimeout
      return new Refusal('upstream.timeout', { seconds }, retry)
    }
    case 'upstream.unavailable': {
      // Problems of our account at the supplier are not shown to callers.
      const told = isOurs(failure) ? phrase('it does not accept our request') : message
      return new Refusal('upstream.unavailable', { message: told }, retry)
    }
    case 'upstream.failed':
      return new Refusal('upstream.failed', { message }, { ...retry, inside: insideOf(failure) })
  }
}

/** Anthropic's overload error, as a status or as the name of a stream error. */
const insideOf = ({ status, code }: AttemptFailure): RefusalExtras['inside'] & object =>
  status === 529 || (status === 200 && code === 'overloaded_error') ? { overloaded: true } : {}

/** The upstream's advice on retrying. Retries do not help against a wrong account or address. */
function retryOf(failure: AttemptFailure): Pick<RefusalExtras, 'retry' | 'retryAfterMs'> {
  const { retryAfterMs } = failure
  const retry = isLasting(failure) ? false : failure.retry
  return { ...(retryAfterMs !== null && { retryAfterMs }), ...(retry !== null && { retry }) }
}

const isOurs = ({ class: found }: AttemptFailure): boolean =>
  found === 'authentication' || found === 'out-of-credit'

const isLasting = (failure: AttemptFailure): boolean =>
  isOurs(failure) || failure.class === 'address-refused' || failure.class === 'not-found'

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

function busy(failure: AttemptFailure, { RetryCooldownSeconds }: Settings): Refusal {
  const retryAfterMs = Math.max(1_000, failure.retryAfterMs ?? RetryCooldownSeconds * 1_000)
  const seconds = Math.ceil(retryAfterMs / 1_000)
  return new Refusal('upstream.busy', { seconds }, { ...retryOf(failure), retryAfterMs })
}
