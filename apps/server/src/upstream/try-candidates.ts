import type { Circuit, Health } from '../domain/channels/health.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import type { Settings } from '../domain/settings/setting-table.ts'
import type { AttemptRecord } from '../domain/usage-log/attempt-row.ts'
import type { Clock } from '../lib/clock.ts'
import type { AttemptFailure } from './attempt-failure.ts'
import type { DeadKeys } from './dead-keys.ts'

export type AttemptResult = {
  /** Null: the candidate did not fail. */
  readonly failure: AttemptFailure | null
  /** It did what was asked. False without a failure: the attempt says nothing about the candidate. */
  readonly served: boolean
  /** Another candidate may be asked. False once content was delivered, or while this one may be working on it. */
  readonly mayRetry: boolean
  /** How it enters the record of attempts. */
  readonly record: Pick<AttemptRecord, 'status' | 'failure' | 'message' | 'sent'>
}

export type TryParts = {
  readonly clock: Clock
  readonly health: Pick<Health, 'began' | 'succeeded' | 'failed' | 'abandoned'>
  readonly deadKeys: DeadKeys
  readonly log: { debug(fields: object, message: string): void }
}

export type Trial<Result extends AttemptResult> = {
  /** Best first. */
  readonly candidates: readonly PricedCandidate[]
  readonly settings: Pick<Settings, 'RetryTimes' | 'RetryTimeOut'>
  /** Monotonic milliseconds. */
  readonly startedAt: number
  readonly userId: bigint
  /** As the caller named it. */
  readonly model: string
  /** Every attempt is added as soon as it has ended. */
  readonly attempts: AttemptRecord[]
  /** The result is no longer wanted. */
  readonly isStopped: () => boolean
  readonly attempt: (candidate: PricedCandidate) => Promise<Result>
}

/**
 * The only retry loop: asks candidates in order until one serves, within `RetryTimes` and `RetryTimeOut`, and reports every attempt
 * to channel health. Returns the last attempt, or null if there was none.
 */
export async function tryCandidates<Result extends AttemptResult>(
  parts: TryParts,
  trial: Trial<Result>,
): Promise<{ readonly candidate: PricedCandidate; readonly result: Result } | null> {
  const { RetryTimes, RetryTimeOut } = trial.settings
  let last: { candidate: PricedCandidate; result: Result } | null = null
  for (const candidate of trial.candidates.slice(0, 1 + RetryTimes)) {
    if (trial.isStopped()) break
    const age = parts.clock.monotonic() - trial.startedAt
    if (last !== null && age > RetryTimeOut * 1_000) break
    last = { candidate, result: await tryOne(parts, trial, candidate) }
    const { mayRetry, failure } = last.result
    if (!mayRetry || isTheSameElsewhere(failure)) break
  }
  return last
}

/** The request itself is at fault: other candidates would fail too, and this one is healthy. */
const isTheSameElsewhere = (failure: AttemptFailure | null): boolean =>
  failure?.verdict === 'callers-fault' || failure?.verdict === 'retry-nowhere'

async function tryOne<Result extends AttemptResult>(
  parts: TryParts,
  trial: Trial<Result>,
  candidate: PricedCandidate,
): Promise<Result> {
  const { clock, health } = parts
  const startedAt = clock.now()
  const started = clock.monotonic()
  const circuit: Circuit = {
    channelId: candidate.channel.id,
    keyId: candidate.key.id,
    model: candidate.forwarded,
  }
  health.began(circuit)
  const result = await trial.attempt(candidate).catch((bug: unknown) => {
    health.abandoned(circuit)
    throw bug
  })
  report(parts, trial, { circuit, result })
  trial.attempts.push({
    ...result.record,
    number: trial.attempts.length + 1,
    candidate,
    startedAt,
    durationMs: Math.round(clock.monotonic() - started),
  })
  return result
}

type AttemptReport = { readonly circuit: Circuit; readonly result: AttemptResult }

function report(
  { health, log, deadKeys }: TryParts,
  { userId, model }: Pick<Trial<AttemptResult>, 'userId' | 'model'>,
  { circuit, result: { failure, served } }: AttemptReport,
): void {
  if (failure === null) {
    if (!served) return health.abandoned(circuit)
    deadKeys.answered(circuit.keyId)
    return health.succeeded(circuit)
  }
  if (isTheSameElsewhere(failure)) return health.abandoned(circuit)
  log.debug({ circuit: circuitText(circuit), failure }, 'an attempt failed')
  if (failure.keyDead) {
    deadKeys.suspect({
      circuit,
      userId,
      model,
      class: failure.class,
      status: failure.status,
    })
    // A 402 may be caused by the size of this request, so it does not affect others until a probe confirms it.
    if (failure.status === 402) return health.abandoned(circuit)
  }
  health.failed(circuit, {
    opensAtOnce: failure.class === 'rate-limited' || failure.keyDead,
    retryAfterMs: failure.retryAfterMs,
    reason: failure.class,
  })
}

const circuitText = ({ channelId, keyId, model }: Circuit): string =>
  `${channelId}/${keyId}/${model}`
