import type { Refusal } from '@posthouse/contract/refusal'
import { noUsage } from '@posthouse/llm/canonical/usage'
import {
  type Caller,
  causeOf,
  type Errand,
  type Exchange,
  type Outcome,
  type Receipt,
  type Request,
} from './exchange.ts'
import type { SqlRow } from '../domain/usage-log/sql-row.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { usageRow } from '../charging/usage-row.ts'

type RecordParts = Pick<GatewayParts, 'recorder' | 'clock' | 'log'>

export type ToRecord = { readonly outcome: Outcome; readonly receipt: Receipt }

/** What is good to know is written down, and moves no money. Never refuses. */
export async function record(
  { recorder, log, clock }: RecordParts,
  exchange: Exchange,
  { outcome, receipt }: ToRecord,
): Promise<void> {
  const { incoming } = exchange
  if (!isTold(outcome)) {
    recorder.attempts(
      outcome.attempts.map((attempt): SqlRow => ({
        request_id: incoming.id,
        number: BigInt(attempt.number),
        channel_id: attempt.candidate.channel.id,
        channel_key_id: attempt.candidate.key.id,
        model: attempt.candidate.forwarded,
        status: BigInt(attempt.status),
        failure: attempt.failure,
        message: attempt.message,
        started_at: BigInt(attempt.startedAt),
        duration_ms: BigInt(attempt.durationMs),
      })),
    )
  }
  log.debug(
    {
      request: incoming.id,
      outcome: receipt.outcome,
      attempts: outcome.attempts.length,
      ms: Math.round(clock.monotonic() - exchange.startedAt),
    },
    'answered',
  )
  await outcome.run?.followed
}

/** The row of the log has all that there is to know of a call whose only attempt answered, and gave all of it. */
const isTold = ({ attempts }: Outcome): boolean =>
  attempts.length < 2 && attempts.every(({ failure, message }) => failure === '' && message === '')

/** A refusal of a known caller before any money was held: a row of the log, if it can be written. */
export function recordRefusal(
  { recorder, clock }: RecordParts,
  exchange: Errand,
  refused: { caller: Caller; request: Pick<Request, 'model' | 'stream'> | null; refusal: Refusal },
): void {
  const { caller, request, refusal } = refused
  recorder.refused(
    usageRow({
      cause: causeOf(exchange, exchange.incoming.id),
      payer: caller,
      model: request?.model ?? '',
      stream: request?.stream ?? false,
      candidate: null,
      now: clock.now(),
      durationMs: Math.round(clock.monotonic() - exchange.startedAt),
      firstContentMs: null,
      usage: noUsage,
      usageSource: 'none',
      outcome: 'refused',
      status: refusal.status,
      errorCode: refusal.code,
      content: refusal.message,
      held: 0n,
      extensions: [],
      charge: null,
      doubts: [],
      addedLimit: 0,
      isError: true,
    }),
  )
}
