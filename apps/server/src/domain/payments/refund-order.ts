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

type Refunding = { readonly order: Order; readonly reason: string; readonly by: bigint }

/**
 * Returns a payment: first the quota is taken back, then the gateway returns the money. A gateway that refuses gives the user the
 * quota again. One that does not answer leaves the order at `asked`: it is asked again, with the same number, by calling this again.
 */
export async function refundOrder(refunding: Refunding, parts: OrderParts): Promise<void> {
  const { by } = refunding
  const order = await takeBack(refunding, parts)
  const answer = await askForMoney(order, refunding.reason, parts)
  const at = parts.clock.now()
  const said = answer.state === 'refunded' ? '' : answer.reason
  if (answer.state === 'unknown') {
    await record(parts.db, { order: order.id, at, kind: 'refund-unknown', said, actor: by })
    throw new Refusal('payment.gateway-failed', { said })
  }
  await settle(order, { answer, by }, parts)
  if (answer.state === 'refused') throw new Refusal('payment.refund-refused', { said })
}

/** The quota leaves the wallet once; an order that waits for the gateway's answer is only asked for again. */
const takeBack = ({ order, reason, by }: Refunding, parts: OrderParts): Promise<Order> =>
  parts.db.transaction().execute(async (transaction) => {
    const at = parts.clock.now()
    const row = await transaction
      .updateTable('orders')
      .set((set) => ({ refund: 'asked', version: set('version', '+', 1n) }))
      .where('id', '=', order.id)
      .where('status', '=', 'success')
      .where('refund', '=', 'none')
      .returningAll()
      .executeTakeFirst()
    await record(transaction, {
      order: order.id,
      at,
      kind: 'refund-asked',
      said: reason,
      actor: by,
    })
    if (row !== undefined) {
      await move(
        order,
        { sign: -1n, by, cause: await causeOf(order, transaction) },
        { transaction, parts },
      )
      return orderFrom(row)
    }
    const now = await transaction
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    if (now.status !== 'success') throw new Refusal('payment.order-not-paid', {})
    if (now.refund === 'done') throw new Refusal('payment.order-refunded', {})
    return orderFrom(now)
  })

/** Each attempt that the gateway refused makes the next one another. */
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
  reason: string,
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
  const { tradeNo, gatewayNo, money } = order
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

const settle = (
  order: Order,
  { answer, by }: { readonly answer: RefundAnswer; readonly by: bigint },
  parts: OrderParts,
): Promise<void> =>
  parts.db.transaction().execute(async (transaction) => {
    const at = parts.clock.now()
    const isDone = answer.state === 'refunded'
    const { numUpdatedRows } = await transaction
      .updateTable('orders')
      .set((set) => ({ refund: isDone ? 'done' : 'none', version: set('version', '+', 1n) }))
      .where('id', '=', order.id)
      .where('refund', '=', 'asked')
      .executeTakeFirst()
    // Two administrators asked at once: the other's answer is settled already.
    if (numUpdatedRows === 0n) return
    if (!isDone) {
      const cause = `${await causeOf(order, transaction)}:back`
      await move(order, { sign: 1n, by, cause }, { transaction, parts })
    }
    const said = answer.state === 'refused' ? answer.reason : ''
    const kind = isDone ? 'refunded' : 'refund-refused'
    await record(transaction, { order: order.id, at, kind, said, actor: by })
  })

type Move = { readonly sign: 1n | -1n; readonly by: bigint; readonly cause: string }

async function move(
  order: Order,
  { sign, by, cause }: Move,
  { transaction, parts }: { readonly transaction: Transaction<Tables>; readonly parts: OrderParts },
): Promise<void> {
  const at = parts.clock.now()
  const result = await parts.within(transaction).submit({
    kind: 'adjust',
    cause,
    account: walletOf(order.userId),
    counterpart: `paid:${order.money.currency}`,
    amount: quota(sign * order.quota),
    actor: `user:${by}`,
    remark: order.tradeNo,
    usage: remarkRow({
      account: await payerOf(order, transaction),
      requestId: cause,
      logType: logType.topUp,
      content: remark(sign > 0n ? 'refund-undone' : 'order-refunded'),
      at,
    }),
    at,
  })
  if (result.ok) return
  if (result.reason !== 'insufficient') throw new Error(`${cause} was not moved: ${result.reason}`)
  const settings = parts.settings()
  throw new Refusal('payment.refund-short', {
    left: amountText(result.left, settings),
    wanted: amountText(result.wanted, settings),
  })
}
