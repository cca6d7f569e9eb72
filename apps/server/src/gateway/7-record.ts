import type { Refusal } from '@posthouse/contract/refusal'
import { attemptRows } from '../domain/usage-log/attempt-row.ts'
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
import type { GatewayParts } from './gateway-parts.ts'
import { usageRow } from '../charging/usage-row.ts'

type RecordParts = Pick<GatewayParts, 'recorder' | 'clock' | 'log'>

export type ToRecord = { readonly outcome: Outcome; readonly receipt: Receipt }

/** Records attempts and metrics. Moves no money and never refuses. */
export async function record(
  { recorder, log, clock }: RecordParts,
  exchange: Exchange,
  { outcome, receipt }: ToRecord,
): Promise<void> {
  const { incoming } = exchange
  recorder.attempts(attemptRows(incoming.id, outcome.attempts))
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

/** Logs a refusal of a known caller before any hold, if the log can be written. */
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
