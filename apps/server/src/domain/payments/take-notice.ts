import { Refusal } from '@posthouse/contract/refusal'
import { creditOrder, mismatchOf } from './credit-order.ts'
import type { Gateway } from './gateway.ts'
import type { SignedNotice } from './gateway-port.ts'
import { orderFrom } from './order.ts'
import { type OrderParts, record } from './order-parts.ts'

/**
 * Makes of a notice, whose signature is proven, what it says: credits its order, once. Returns when the gateway can be told that
 * it arrived; refuses what does not match an order, which is kept on that order all the same.
 */
export async function takeNotice(
  gateway: Gateway,
  { paid, tradeNo, event }: SignedNotice,
  parts: OrderParts,
): Promise<void> {
  const { db, clock } = parts
  const at = clock.now()
  await db
    .updateTable('payment_gateways')
    .set({ last_notice_at: BigInt(at) })
    .where('id', '=', gateway.id)
    .execute()
  // It tells of something that is not about an order of ours.
  if (tradeNo === null) return
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
  const verdict = mismatchOf(order, gateway.id, paid)
  if (verdict !== null) {
    await record(db, { ...noted, verdict })
    throw new Refusal('payment.notice', {})
  }
  await creditOrder(
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
}
