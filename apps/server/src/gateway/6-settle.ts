import type { Settle, SettleResult, Tally, Void, VoidResult } from '@posthouse/ledger/command'
import { type Quota, zero } from '@posthouse/ledger/quota'
import { inputTokensOf, outputTokensOf } from '@posthouse/llm/usage'
import type {
  Caller,
  Exchange,
  Outcome,
  Receipt,
  Request,
  Reservation,
  SqlRow,
} from './exchange.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { needsCount, type Settlement, settlementFor } from './settlement.ts'
import { chargeOf, usageRow } from './usage-row.ts'

export type ToSettle = {
  readonly caller: Caller
  readonly request: Request
  readonly reservation: Reservation
  readonly outcome: Outcome
}

type SettleParts = Pick<GatewayParts, 'ledger' | 'tokens' | 'clock' | 'log' | 'limits'>

/** Ends the hold: one settlement with its usage row, or a void. Never refuses. */
export async function settle(
  parts: SettleParts,
  exchange: Exchange,
  asked: ToSettle,
): Promise<Receipt> {
  const { caller, request, reservation, outcome } = asked
  const settlement = settlementFor({
    kind: outcome.kind,
    reported: outcome.reported,
    requestSent: outcome.requestSent,
    anythingDelivered: outcome.delivered.anything,
    countedInput: reservation.inputTokens,
    countedOutput: needsCount(outcome)
      ? await outcome.delivered.count(parts.tokens, request.model)
      : 0,
  })
  reservation.resolved = true
  const { candidate, tier } = outcome
  const charge =
    settlement.action === 'charge' && candidate !== null
      ? chargeOf(settlement.usage, { candidate, caller, tier })
      : null
  const row = rowOf(parts, exchange, { ...asked, settlement, charge })
  const command =
    settlement.action === 'void'
      ? voidOf(exchange, { reason: settlement.row, row, at: parts.clock.now() })
      : settleOf(exchange, caller, {
          amount: charge?.charge.quota ?? zero,
          row,
          at: parts.clock.now(),
        })
  const charged = await submitted(parts, command)
  correctTokenRate(parts, asked, settlement)
  return {
    charged,
    usage: settlement.usage,
    usageSource: settlement.source,
    outcome: settlement.row,
  }
}

/** Gives a hold back after a bug: what was delivered then is the operator's loss, and logged. */
export async function giveBack(
  parts: SettleParts,
  exchange: Exchange,
  reservation: Reservation,
): Promise<void> {
  if (reservation.resolved) return
  reservation.resolved = true
  await submitted(
    parts,
    voidOf(exchange, { reason: 'server-error', row: null, at: parts.clock.now() }),
  )
}

function rowOf(
  { clock }: SettleParts,
  exchange: Exchange,
  made: ToSettle & { settlement: Settlement; charge: ReturnType<typeof chargeOf> | null },
): SqlRow {
  const { outcome, settlement, request } = made
  const { refusal } = outcome
  return usageRow({
    exchange,
    caller: made.caller,
    model: request.model,
    stream: request.stream,
    candidate: outcome.candidate,
    now: clock.now(),
    durationMs: Math.round(clock.monotonic() - exchange.startedAt),
    firstContentMs: outcome.firstContentMs,
    usage: settlement.usage,
    usageSource: settlement.source,
    outcome: settlement.row,
    status: statusOf(outcome),
    errorCode: refusal?.code ?? '',
    content: refusal?.message ?? '',
    held: made.reservation.held(),
    charge: made.charge,
    isError: settlement.action === 'void',
  })
}

/** 499 is the convention for a client that left. */
const statusOf = ({ kind, refusal }: Outcome): number => {
  if (kind === 'client-left') return 499
  return refusal !== null && kind === 'failed-before-content' ? refusal.status : 200
}

const settleOf = (
  { incoming, snapshot }: Exchange,
  { owner }: Caller,
  { amount, row, at }: { amount: Quota; row: SqlRow; at: number },
): Settle => ({
  kind: 'settle',
  hold: incoming.id,
  amount,
  usage: row,
  tallies: talliesOf(row),
  actor: `user:${owner.id}`,
  bookRevision: snapshot.prices.revision,
  at,
})

const voidOf = (
  { incoming }: Exchange,
  { reason, row, at }: { reason: string; row: SqlRow | null; at: number },
): Void => ({
  kind: 'void',
  hold: incoming.id,
  reason,
  expired: false,
  usage: row,
  tallies: row === null ? [] : talliesOf(row),
  at,
})

/** The sums that statistics are made of: by hour and model, and since the beginning. */
function talliesOf(row: SqlRow): Tally[] {
  const firstContentMs = row['first_content_ms'] ?? null
  const add = {
    requests: 1n,
    errors: row['type'] === 5n ? 1n : 0n,
    quota: 'charged' as const,
    input_tokens: wholeOf(row['input_tokens']),
    output_tokens: wholeOf(row['output_tokens']),
    duration_ms: wholeOf(row['duration_ms']),
    first_content_ms: wholeOf(firstContentMs),
    first_content_count: firstContentMs === null ? 0n : 1n,
  }
  const scopes: (readonly [string, bigint])[] = [
    ['all', 0n],
    ['user', wholeOf(row['user_id'])],
    ['token', wholeOf(row['token_id'])],
    ['channel', wholeOf(row['channel_id'])],
  ]
  // The hour of the row itself: sums over hours and over rows are the same.
  const hour = wholeOf(row['created_at']) / 3_600_000n
  return scopes.flatMap(([scope, scope_id]) => [
    {
      table: 'usage_rollup',
      key: { scope, scope_id, hour, model: String(row['model']) },
      add,
    },
    { table: 'usage_rollup', key: { scope, scope_id, hour: 0n, model: '' }, add },
  ])
}

const wholeOf = (value: SqlRow[string] | undefined): bigint =>
  typeof value === 'bigint' ? value : 0n

/** The writer journals what the database cannot take now; what is left is a bug, which is logged. */
async function submitted(
  { ledger, log }: Pick<SettleParts, 'ledger' | 'log'>,
  command: Settle | Void,
): Promise<Quota> {
  try {
    const result: SettleResult | VoidResult = await ledger.submit<Settle | Void>(command)
    if (!result.ok) {
      log.error({ hold: command.hold, reason: result.reason }, 'a hold was not there to be ended')
      return zero
    }
    if (!('charged' in result)) return zero
    if (result.writtenOff > 0n || result.late) {
      log.warn({ hold: command.hold, ...result }, 'a charge was written off or came late')
    }
    return result.charged
  } catch (error) {
    log.error({ hold: command.hold, error }, 'a hold could not be ended')
    return zero
  }
}

/** The minute's count was of the estimate: the truth takes its place. */
function correctTokenRate(
  { limits }: Pick<SettleParts, 'limits'>,
  { caller, reservation }: ToSettle,
  { usage }: Settlement,
): void {
  if (caller.token.limits.tokens_per_minute === 0) return
  const used = inputTokensOf(usage) + outputTokensOf(usage)
  limits.correctTokens(`token:${caller.token.id}`, used - reservation.inputTokens)
}
