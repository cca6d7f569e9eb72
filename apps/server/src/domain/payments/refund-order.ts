import { logType } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import { walletOf } from '@posthouse/ledger/account'
import { quota } from '@posthouse/ledger/quota'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { amountText } from '../settings/amount-text.ts'
import { remark } from '../usage-log/remarks.ts'
import { remarkRow } from '../usage-log/remark-row.ts'
import { payerOf } from './credit-order.ts'
import { gatewayFrom, openGateway } from './gateway.ts'
import type { RefundAnswer } from './gateway-port.ts'
import { type Order, orderFrom } from './order.ts'
import { type OrderParts, record } from './order-parts.ts'

type RefundInput = {
  readonly order: Order
  readonly reason: string
  /** The administrator; null for the job that retries. */
  readonly by: bigint | null
}

/** Longer than any gateway takes. An older request was lost with its process. */
const answerWithinMs = 120_000

/** A gateway may still work on an unanswered request and refuse others meanwhile. */
export const openRefundMs = 3_600_000

/**
 * Refunds a payment: takes the quota back first, then has the gateway return the money. Only one request runs at a time. If the gateway
 * refuses, the quota is restored, unless an earlier request may still return the money. Without a final answer the order stays at
 * `asked` and is retried with the same number, by the job or by calling this again.
 */
export async function refundOrder(refunding: RefundInput, parts: OrderParts): Promise<void> {
  const request = await begin(refunding, parts)
  if (request === null) {
    await refuseSecond(refunding, parts)
    throw new Refusal('payment.refund-under-way', {})
  }
  const answer = await askForMoney(request.order, parts)
  const verdict = await settle(request, answer, parts)
  if (verdict === 'refunded' || answer.state === 'refunded') return
  const said = answer.reason
  if (verdict === 'unknown') throw new Refusal('payment.gateway-failed', { said })
  throw new Refusal('payment.refund-refused', { said })
}

/** A request to the gateway. */
type RefundAttempt = {
  readonly order: Order
  readonly by: bigint | null
  /** Counted from 1. */
  readonly number: bigint
  /** Whether an earlier request may still return the money. */
  readonly othersOpen: boolean
  /** When the earlier request was sent. */
  readonly openBefore: bigint
}

/** Claims the order for one request and takes the quota back, unless an earlier request did. Null if another request runs. */
const begin = (
  { order, reason, by }: RefundInput,
  parts: OrderParts,
): Promise<RefundAttempt | null> =>
  parts.db.transaction().execute(async (transaction) => {
    const at = parts.clock.now()
    const now = await transaction
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    if (now.status !== 'success') throw new Refusal('payment.order-not-paid', {})
    if (now.refund === 'done') throw new Refusal('payment.order-refunded', {})
    if (now.refund_busy === 1n && at < Number(now.refund_asked_at) + answerWithinMs) return null
    const row = await transaction
      .updateTable('orders')
      .set((set) => ({
        refund: 'asked',
        refund_reason: now.refund_reason === '' ? reason : now.refund_reason,
        refund_asks: set('refund_asks', '+', 1n),
        refund_asked_at: BigInt(at),
        refund_busy: 1n,
        refund_open_at: BigInt(at),
        version: set('version', '+', 1n),
      }))
      .where('id', '=', order.id)
      .where('refund', '=', now.refund)
      .where('refund_asks', '=', now.refund_asks)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return null
    if (by !== null) {
      const event = { order: order.id, at, kind: 'refund-asked', said: reason, actor: by }
      await record(transaction, event)
    }
    if (now.refund === 'none') {
      const cause = await causeOf(order, transaction)
      await move(order, { amount: -order.quota, by, cause }, { transaction, parts })
    }
    const openBefore = now.refund_open_at
    const othersOpen = openBefore > 0n && at < Number(openBefore) + openRefundMs
    return { order: orderFrom(row), by, number: row.refund_asks, othersOpen, openBefore }
  })

/** Refuses the second of two concurrent refunds and records why. */
const refuseSecond = async (
  { order, by }: RefundInput,
  { db, clock }: OrderParts,
): Promise<void> => {
  if (by === null) return
  const said = 'an earlier request is still running'
  await record(db, { order: order.id, at: clock.now(), kind: 'refund-unknown', said, actor: by })
}

/** Each refused attempt changes the cause of the next one. */
async function causeOf(order: Order, transaction: Transaction<Tables>): Promise<string> {
  const { count } = await transaction
    .selectFrom('order_events')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('order_id', '=', order.id)
    .where('kind', '=', 'refund-refused')
    .executeTakeFirstOrThrow()
  return `order:${order.id}:refund:${count}`
}

async function askForMoney(
  order: Order,
  { db, seal, settings, payments }: OrderParts,
): Promise<RefundAnswer> {
  const row = await db
    .selectFrom('payment_gateways')
    .selectAll()
    .where('id', '=', order.gatewayId)
    .executeTakeFirstOrThrow()
  if (row.deleted_at !== null) {
    return { state: 'refused', reason: 'the gateway is deleted' }
  }
  const privateAllowed = settings().PrivateBaseUrlsAllowed
  const { tradeNo, gatewayNo, money, refundReason: reason } = order
  return payments
    .refund(openGateway(gatewayFrom(row), { seal, privateAllowed }), {
      tradeNo,
      gatewayNo,
      refundNo: `${tradeNo}R`,
      money,
      reason,
    })
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return { state: 'unknown', reason: String(error.params['said'] ?? error.code) }
    })
}

type RefundVerdict = 'refunded' | 'refused' | 'unknown'

const settle = (
  request: RefundAttempt,
  answer: RefundAnswer,
  parts: OrderParts,
): Promise<RefundVerdict> =>
  parts.db.transaction().execute((transaction) => {
    const within = { transaction, parts }
    if (answer.state === 'refunded') return recordRefunded(request, within)
    const isFinal =
      answer.state === 'refused' && (!request.othersOpen || answer.isOfNumber === true)
    return isFinal
      ? recordRefused(request, answer.reason, within)
      : recordUnknown(request, answer, within)
  })

type RefundContext = { readonly transaction: Transaction<Tables>; readonly parts: OrderParts }

const settled = { refund_busy: 0n, refund_open_at: 0n } as const

/** The payer has the money, whatever happened to other requests, so the quota is taken. */
async function recordRefunded(
  { order, by }: RefundAttempt,
  { transaction, parts }: RefundContext,
): Promise<RefundVerdict> {
  const done = { ...settled, refund: 'done' } as const
  const change = (from: 'asked' | 'none') =>
    transaction
      .updateTable('orders')
      .set((set) => ({ ...done, version: set('version', '+', 1n) }))
      .where('id', '=', order.id)
      .where('refund', '=', from)
      .executeTakeFirst()
  const event = { order: order.id, at: parts.clock.now(), kind: 'refunded', actor: by }
  if ((await change('asked')).numUpdatedRows > 0n) {
    await record(transaction, event)
    return 'refunded'
  }
  // A later refusal had restored the quota.
  if ((await change('none')).numUpdatedRows > 0n) {
    const missing = await takeWhatIsLeft(order, by, { transaction, parts })
    const said = missing === 0n ? '' : amountText(quota(missing), parts.settings())
    await record(transaction, { ...event, verdict: missing === 0n ? '' : 'short', said })
  }
  return 'refunded'
}

/** Returns the part that the wallet could not cover. */
async function takeWhatIsLeft(
  order: Order,
  by: bigint | null,
  within: RefundContext,
): Promise<bigint> {
  const cause = await causeOf(order, within.transaction)
  const whole = await tryMove(order, { amount: -order.quota, by, cause }, within)
  if (whole === null) return 0n
  if (whole.left > 0n) await move(order, { amount: -whole.left, by, cause }, within)
  return order.quota - whole.left
}

/** Applies only while the request is the latest, because its answer says nothing about later ones. */
const change = ({ order, number }: RefundAttempt, transaction: Transaction<Tables>) =>
  transaction
    .updateTable('orders')
    .where('id', '=', order.id)
    .where('refund', '=', 'asked')
    .where('refund_asks', '=', number)

async function recordRefused(
  request: RefundAttempt,
  said: string,
  { transaction, parts }: RefundContext,
): Promise<RefundVerdict> {
  const { order, by } = request
  const { numUpdatedRows } = await change(request, transaction)
    .set((set) => ({ ...settled, refund: 'none', version: set('version', '+', 1n) }))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return 'unknown'
  const cause = `${await causeOf(order, transaction)}:back`
  await move(order, { amount: order.quota, by, cause }, { transaction, parts })
  const at = parts.clock.now()
  await record(transaction, { order: order.id, at, kind: 'refund-refused', said, actor: by })
  return 'refused'
}

async function recordUnknown(
  request: RefundAttempt,
  answer: Exclude<RefundAnswer, { state: 'refunded' }>,
  { transaction, parts }: RefundContext,
): Promise<RefundVerdict> {
  const { order, by, openBefore } = request
  await change(request, transaction)
    .set((set) => ({
      refund_busy: 0n,
      // This request was answered, so only the earlier one is open.
      ...(answer.state === 'refused' && { refund_open_at: openBefore }),
      version: set('version', '+', 1n),
    }))
    .execute()
  // The job retries for days, which would fill the history.
  if (by === null) return 'unknown'
  const event = { order: order.id, at: parts.clock.now(), said: answer.reason, actor: by }
  await record(transaction, { ...event, kind: 'refund-unknown' })
  return 'unknown'
}

type WalletMove = { readonly amount: bigint; readonly by: bigint | null; readonly cause: string }

async function move(order: Order, wanted: WalletMove, within: RefundContext): Promise<void> {
  const short = await tryMove(order, wanted, within)
  if (short === null) return
  const settings = within.parts.settings()
  throw new Refusal('payment.refund-short', {
    left: amountText(quota(short.left), settings),
    wanted: amountText(quota(short.wanted), settings),
  })
}

/** Null on success. */
async function tryMove(
  order: Order,
  { amount, by, cause }: WalletMove,
  { transaction, parts }: RefundContext,
): Promise<{ readonly left: bigint; readonly wanted: bigint } | null> {
  const at = parts.clock.now()
  const result = await parts.within(transaction).submit({
    kind: 'adjust',
    cause,
    account: walletOf(order.userId),
    counterpart: `paid:${order.money.currency}`,
    amount: quota(amount),
    actor: by === null ? `gateway:${order.gatewayId}` : `user:${by}`,
    remark: order.tradeNo,
    usage: remarkRow({
      account: await payerOf(order, transaction),
      requestId: cause,
      logType: logType.topUp,
      content: remark(amount > 0n ? 'refund-undone' : 'order-refunded'),
      at,
    }),
    at,
  })
  if (result.ok) return null
  if (result.reason !== 'insufficient') throw new Error(`${cause} was not moved: ${result.reason}`)
  return result
}
