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
 * Ends the hold: one settlement with its usage row, or a void. Never refuses. The client has the end of its answer
 * already, or waits for the price that is told with it: nobody waits for the commit. A bug of ours in working the
 * settlement out leaves a plainer one: an answer is never given away for it.
 */
export async function settle(
  parts: SettleParts,
  exchange: Exchange,
  asked: ToSettle,
): Promise<Receipt> {
  asked.hold.resolved = true
  // Whoever has the end may ask again at once, and whoever follows from elsewhere has it too.
  asked.caller.leave()
  await asked.outcome.run?.end(asked.outcome)
  // The receipt names every extension, also one that comes as the answer ends.
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

/** The whole price: what of it is owed or written off is told on the receipt. */
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

/** What was asked for beside tokens; seconds as the supplier heard them, where it says so and the file can last so long. */
const besideOf = ({ beside = [], files }: Request, { seconds }: Outcome): Meters =>
  beside.map((one) => {
    if (one.meter !== 'second' || seconds == null || seconds <= 0) return one
    const longest = files.reduce((sum, { secondsMost = 0 }) => sum + secondsMost, 0)
    const most = Math.max(one.amount, Math.ceil(longest))
    return { ...one, amount: Math.min(most, Math.ceil(seconds)) }
  })

/**
 * The same with nothing that could fail again: what was delivered by its bytes, at the price of the plain
 * tier, and a row without its explanation.
 */
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

/** Gives a hold back: nothing was asked of an upstream. */
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

/** Reports that were cut, and those far too low and counted instead. */
function doubtsOf({ reported, heard }: Outcome, { usage, action }: Settlement): readonly Doubt[] {
  const said = reported ?? heard
  if (said === null) return []
  // A report on the way is of the input alone.
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
      // The count, as far as it is charged, may be what was claimed.
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
  // Whose money ran out before the first word was told so by the head.
  const isUnsaid = kind === 'quota-ran-out' && !anythingDelivered
  return refusal !== null && (isUnsaid || isRefused.has(kind)) ? refusal.status : 200
}

/** The writer journals what the database cannot take now; what is left is a bug, which is logged. Never rejects. */
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

/** The minute's count was of the estimate: the truth takes its place. */
function correctTokenRate(
  { limits }: Pick<SettleParts, 'limits'>,
  { caller, hold }: ToSettle,
  { usage }: Settlement,
): void {
  if (caller.token.limits.tokens_per_minute === 0) return
  const used = inputTokensOf(usage) + outputTokensOf(usage)
  limits.correctTokens(`token:${caller.token.id}`, used - hold.inputTokens)
}
