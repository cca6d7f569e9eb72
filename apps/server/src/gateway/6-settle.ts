import type { Settle, SettleResult, Void, VoidResult } from '@posthouse/ledger/command'
import { type Quota, quota, zero } from '@posthouse/ledger/quota'
import type { Meters } from '@posthouse/llm/canonical/meter'
import { inputTokensOf, noUsage, outputTokensOf } from '@posthouse/llm/canonical/usage'
import { bounded, inputCharged } from '../charging/count-usage.ts'
import { settleCommand, voidCommand } from '../charging/end-hold.ts'
import {
  type Caller,
  type CallHold,
  causeOf,
  type Exchange,
  type Outcome,
  type Receipt,
  type Request,
} from './exchange.ts'
import type { Doubt } from '../charging/reported-usage.ts'
import type { SqlRow } from '../domain/usage-log/sql-row.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { needsCount, type Settlement, settlementFor } from '../charging/settlement.ts'
import { chargeOf, usageRow } from '../charging/usage-row.ts'
import { dollarsOf } from './reply/dollars.ts'

export type ToSettle = {
  readonly caller: Caller
  readonly request: Request
  readonly hold: CallHold
  readonly outcome: Outcome
}

type SettleParts = Pick<
  GatewayParts,
  'ledger' | 'tokens' | 'clock' | 'log' | 'limits' | 'incarnation'
>

/**
 * Ends the hold with one settlement and its usage row, or a void. Never refuses. The answer does not wait for the commit; at most it
 * waits for the price that is sent with it. If computing the settlement fails, a simpler one is made, so no answer is free.
 */
export async function settle(
  parts: SettleParts,
  exchange: Exchange,
  asked: ToSettle,
): Promise<Receipt> {
  asked.hold.resolved = true
  // The answer has ended, also for followers, so the caller may start the next call.
  asked.caller.leave()
  await asked.outcome.run?.end(asked.outcome)
  // The receipt names every extension, also one still under way.
  await asked.hold.idle()
  const ending = await endingOf(parts, exchange, asked)
  const charging = submitted(parts, ending.command)
  await asked.outcome.deliver?.(priceOf(exchange, ending.command))
  const charged = await charging
  try {
    correctTokenRate(parts, asked, ending.settlement)
  } catch (error) {
    parts.log.error({ request: exchange.incoming.id, error }, 'a token rate was not corrected')
  }
  const { usage, source, row } = ending.settlement
  return { charged, usage, usageSource: source, outcome: row }
}

/** The full price. The receipt says how much of it is owed or written off. */
const priceOf = ({ snapshot }: Exchange, command: Settle | Void): string =>
  dollarsOf(command.kind === 'settle' ? command.amount : zero, snapshot.settings.QuotaPerUnit)

type Ending = { readonly settlement: Settlement; readonly command: Settle | Void }

async function endingOf(parts: SettleParts, exchange: Exchange, asked: ToSettle): Promise<Ending> {
  try {
    return await exactEnding(parts, exchange, asked)
  } catch (error) {
    parts.log.error({ request: exchange.incoming.id, error }, 'a settlement met a bug')
    return plainEnding(parts, exchange, asked)
  }
}

async function exactEnding(
  parts: SettleParts,
  exchange: Exchange,
  asked: ToSettle,
): Promise<Ending> {
  const { caller, request, hold, outcome } = asked
  const settlement = settlementFor({
    kind: outcome.kind,
    reported: outcome.reported,
    heard: outcome.heard,
    requestSent: outcome.requestSent,
    anythingDelivered: outcome.anythingDelivered,
    countedInput: await inputCharged(outcome, hold),
    countedOutput: needsCount(outcome)
      ? bounded(await outcome.delivered.count(parts.tokens, request.model), {
          request,
          hold,
          candidate: outcome.candidate,
        })
      : 0,
    outputIs: request.outputIs,
  })
  const { candidate, tier } = outcome
  const charge =
    settlement.action === 'charge' && candidate !== null
      ? chargeOf(settlement.usage, {
          candidate,
          payer: caller,
          tier,
          beganAt: exchange.incoming.receivedAt,
          request,
          beside: besideOf(request, outcome),
        })
      : null
  const row = rowOf(parts, exchange, { ...asked, settlement, charge })
  const ending = endingAt(parts, hold, row)
  const command =
    settlement.action === 'void'
      ? voidCommand({ ...ending, reason: settlement.row })
      : settleCommand({
          ...ending,
          ...payingOf(exchange, caller),
          amount: charge?.charge.quota ?? zero,
        })
  return { settlement, command }
}

/** Meters other than tokens. Seconds as the supplier reports them, if the file can be that long. */
const besideOf = ({ beside = [], files }: Request, { seconds }: Outcome): Meters =>
  beside.map((one) => {
    if (one.meter !== 'second' || seconds == null || seconds <= 0) return one
    const longest = files.reduce((sum, { secondsMost = 0 }) => sum + secondsMost, 0)
    const most = Math.max(one.amount, Math.ceil(longest))
    return { ...one, amount: Math.min(most, Math.ceil(seconds)) }
  })

/** A settlement that cannot fail: delivered output by its bytes, at the default tier, with a row without explanation. */
function plainEnding(parts: SettleParts, exchange: Exchange, asked: ToSettle): Ending {
  const { caller, hold, outcome, request } = asked
  const { delivered, candidate, tier } = outcome
  const counting = { request, hold, candidate }
  const isFree = !outcome.anythingDelivered || candidate === null
  const usage = isFree
    ? noUsage
    : {
        ...noUsage,
        input: hold.inputTokens,
        output: bounded(delivered.tokensAbout, counting),
      }
  const settlement: Settlement = {
    row: 'server-failed',
    action: isFree ? 'free' : 'charge',
    usage,
    source: isFree ? 'none' : 'counted',
  }
  const beganAt = exchange.incoming.receivedAt
  const charge = isFree
    ? null
    : chargeOf(usage, { candidate, payer: caller, tier, beganAt, request })
  const row = rowOf(parts, exchange, { ...asked, settlement, charge: null })
  const amount = charge?.charge.quota ?? zero
  const ending = endingAt(parts, hold, row)
  return {
    settlement,
    command: settleCommand({ ...ending, ...payingOf(exchange, caller), amount }),
  }
}

/** Voids a hold before any upstream was called. */
export async function giveBack(parts: SettleParts, hold: CallHold): Promise<void> {
  if (hold.resolved) return
  hold.resolved = true
  const reason = 'server-error'
  await submitted(parts, voidCommand({ ...endingAt(parts, hold, null), reason }))
}

const endingAt = <Row>({ incarnation, clock }: SettleParts, { id }: CallHold, row: Row) => ({
  hold: id,
  row,
  node: incarnation,
  at: clock.now(),
})

const payingOf = ({ snapshot }: Exchange, { owner }: Caller) => ({
  userId: owner.id,
  bookRevision: snapshot.prices.revision,
})

function rowOf(
  { clock }: SettleParts,
  exchange: Exchange,
  made: ToSettle & { settlement: Settlement; charge: ReturnType<typeof chargeOf> | null },
): SqlRow {
  const { outcome, settlement, request } = made
  const { refusal } = outcome
  return usageRow({
    cause: causeOf(exchange, made.hold.id),
    payer: made.caller,
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
    held: made.hold.held(),
    extensions: made.hold.extensions(),
    charge: made.charge,
    addedLimit: made.hold.outputCap ?? 0,
    doubts: doubtsOf(outcome, settlement),
    isError: settlement.action === 'void',
  })
}

/** Figures that were cut, and those that were far too low and replaced by our count. */
function doubtsOf({ reported, heard }: Outcome, { usage, action }: Settlement): readonly Doubt[] {
  const said = reported ?? heard
  if (said === null) return []
  // An intermediate report is only valid for the input.
  const low = (said.low ?? []).filter((side) => side === 'input' || said === reported)
  const counted = action === 'charge' && !said.absurd ? low : []
  return [
    ...(said.doubts ?? []),
    ...counted
      .map((what) => ({
        what,
        claimed: tokensOf[what](said.usage),
        believed: tokensOf[what](usage),
      }))
      // The charged count may equal the claim.
      .filter(({ claimed, believed }) => claimed !== believed),
  ]
}

const tokensOf = { input: inputTokensOf, output: outputTokensOf } as const

const isRefused: ReadonlySet<Outcome['kind']> = new Set([
  'failed-before-content',
  'server-failed',
  'server-stopped',
])

/** 499 is the convention for a client that left. */
const statusOf = ({ kind, refusal, anythingDelivered }: Outcome): number => {
  if (kind === 'client-left') return 499
  // If the money ran out before the first content, the status already said so.
  const isUnsaid = kind === 'quota-ran-out' && !anythingDelivered
  return refusal !== null && (isUnsaid || isRefused.has(kind)) ? refusal.status : 200
}

/** The writer journals commands while the database is away, so any error is a bug and is logged. Never rejects. */
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
    if (result.owed > 0n || result.writtenOff > 0n || result.late) {
      log.warn({ hold: command.hold, ...result }, 'a charge is owed, was written off or came late')
    }
    return quota(result.charged + result.owed + result.writtenOff)
  } catch (error) {
    log.error({ hold: command.hold, error }, 'a hold could not be ended')
    return zero
  }
}

/** Replaces the estimate in the token rate by the real count. */
function correctTokenRate(
  { limits }: Pick<SettleParts, 'limits'>,
  { caller, hold }: ToSettle,
  { usage }: Settlement,
): void {
  if (caller.token.limits.tokens_per_minute === 0) return
  const used = inputTokensOf(usage) + outputTokensOf(usage)
  limits.correctTokens(`token:${caller.token.id}`, used - hold.inputTokens)
}
