import type { PricedCandidate } from '../pricing/priced-candidate.ts'
import type { SqlRow } from './sql-row.ts'

/** One attempt at one candidate. */
export type AttemptRecord = {
  readonly number: number
  readonly candidate: PricedCandidate
  /** HTTP status of the supplier; 0 if it sent none. */
  readonly status: number
  /** Class of the failure; empty on success. */
  readonly failure: string
  readonly message: string
  /** Part of the request may have reached the supplier. */
  readonly sent: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly durationMs: number
}

/** Rows of the table `attempts`. A single attempt that went well has none: its log entry says it all. */
export function attemptRows(requestId: string, attempts: readonly AttemptRecord[]): SqlRow[] {
  if (attempts.length < 2 && attempts.every(wentWell)) return []
  return attempts.map((attempt) => ({
    request_id: requestId,
    number: BigInt(attempt.number),
    channel_id: attempt.candidate.channel.id,
    channel_key_id: attempt.candidate.key.id,
    model: attempt.candidate.forwarded,
    status: BigInt(attempt.status),
    failure: attempt.failure,
    message: attempt.message,
    started_at: BigInt(attempt.startedAt),
    duration_ms: BigInt(attempt.durationMs),
  }))
}

const wentWell = ({ failure, message }: AttemptRecord): boolean => failure === '' && message === ''
