import { Refusal } from '@posthouse/contract/refusal'
import { creditOrder, mismatchOf } from './credit-order.ts'
import type { UnreadablePayment } from './gateway-port.ts'
import { orderFrom } from './order.ts'
import { type OrderEvent, type OrderParts, record } from './order-parts.ts'
import type { VerifiedNotice } from './verify-notice.ts'

/**
 * Credits the order of a verified notice, once. Returns when the gateway may be told that the notice arrived. A notice that
 * does not match an order is refused, and recorded in the history of that order.
 */
export async function takeNotice(
  { gateway, signed: { paid, tradeNo, event } }: VerifiedNotice,
  parts: OrderParts,
): Promise<void> {
  const { db, clock } = parts
  const at = clock.now()
  await db
    .updateTable('payment_gateways')
    .set({ last_notice_at: BigInt(at) })
    .where('id', '=', gateway.id)
    .execute()
  if (tradeNo === null) {
    if (paid !== null) throw new Refusal('payment.notice', {})
    // Not about one of our orders.
    return
  }
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('trade_no', '=', tradeNo)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('payment.notice', {})
  const order = orderFrom(row)
  const noted = { order: order.id, at, kind: 'notice', said: event }
  if (paid === null) {
    const verdict = order.gatewayId === gateway.id ? 'not-paid' : 'gateway'
    return record(db, { ...noted, verdict })
  }
  if ('unreadable' in paid) {
    const isOurs = order.gatewayId === gateway.id
    await (isOurs
      ? recordUnreadable(noted, paid, parts)
      : record(db, { ...noted, verdict: 'gateway' }))
    throw new Refusal('payment.notice', {})
  }
  const verdict = mismatchOf(order, gateway.id, paid)
  if (verdict !== null) {
    await record(db, { ...noted, verdict })
    throw new Refusal('payment.notice', {})
  }
  const done = await creditOrder(
    {
      order,
      gatewayNo: paid.gatewayNo,
      actor: `gateway:${gateway.id}`,
      kind: 'notice',
      said: event,
      by: null,
    },
    parts,
  )
  if (done === 'administrator') throw new Refusal('payment.notice', {})
}

/** Recorded on the order for administrators. The job asks the gateway, whatever the order's state. */
async function recordUnreadable(
  noted: OrderEvent,
  { unreadable }: UnreadablePayment,
  { db }: OrderParts,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ unread_at: BigInt(noted.at), asks: 0n })
    .where('id', '=', noted.order)
    .where('status', '<>', 'success')
    .execute()
  await record(db, { ...noted, verdict: 'unreadable', said: `${noted.said} ${unreadable}` })
}
