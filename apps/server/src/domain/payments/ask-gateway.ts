import { creditOrder, mismatchOf } from './credit-order.ts'
import { gatewayFrom, openGateway } from './gateway.ts'
import type { PaymentState } from './gateway-port.ts'
import type { Order } from './order.ts'
import { type OrderEvent, type OrderParts, record, recordOnce } from './order-parts.ts'

/** How long an unreachable gateway is still asked after an order should have closed. */
const graceMs = 24 * 3_600_000

/**
 * Asks the gateway whether a pending order is paid, then credits it or closes it after its deadline. Rejects like the port if the
 * gateway does not answer; the order then closes a day later.
 */
export async function askGateway(order: Order, parts: OrderParts): Promise<void> {
  const { db, seal, clock, settings } = parts
  const asked = await db
    .updateTable('orders')
    .set((set) => ({ asked_at: BigInt(clock.now()), asks: set('asks', '+', 1n) }))
    .where('id', '=', order.id)
    .where('status', '<>', 'success')
    .where('asked_at', '=', BigInt(order.askedAt))
    .executeTakeFirst()
  // Another process is asking, or the order is paid.
  if (asked.numUpdatedRows === 0n) return
  const row = await db
    .selectFrom('payment_gateways')
    .selectAll()
    .where('id', '=', order.gatewayId)
    .executeTakeFirstOrThrow()
  if (row.deleted_at !== null) {
    await settleUnread(order, parts)
    return close(order, parts)
  }
  const account = openGateway(gatewayFrom(row), {
    seal,
    privateAllowed: settings().PrivateBaseUrlsAllowed,
  })
  const { tradeNo, gatewayNo, money } = order
  const state = await parts.payments
    .ask(account, { tradeNo, gatewayNo, money })
    .catch(async (error: unknown) => {
      if (clock.now() >= order.closesAt + graceMs) await close(order, parts)
      await settleUnread(order, parts)
      throw error
    })
  await follow(order, state, parts)
}

async function follow(order: Order, state: PaymentState, parts: OrderParts): Promise<void> {
  if (state.state === 'unreadable')
    return doubt(order, { verdict: 'unreadable', said: state.unreadable }, parts)
  if (state.state !== 'paid') {
    const isOver = state.state === 'closed' || parts.clock.now() >= order.closesAt
    await settleUnread(order, parts)
    return isOver ? close(order, parts) : undefined
  }
  const { paid } = state
  const verdict =
    paid.tradeNo === order.tradeNo ? mismatchOf(order, order.gatewayId, paid) : 'gateway'
  if (verdict !== null) {
    await doubt(order, { verdict }, parts)
    // A wrong amount does not change. Administrators can still credit a closed order.
    return parts.clock.now() < order.closesAt + graceMs ? undefined : close(order, parts)
  }
  await creditOrder(
    {
      order,
      gatewayNo: paid.gatewayNo,
      actor: `gateway:${order.gatewayId}`,
      kind: 'checked',
      said: '',
      by: null,
    },
    parts,
  )
}

type PaymentDoubt = Pick<OrderEvent, 'verdict' | 'said'>

/** Records once, for administrators, that the gateway reports a payment that does not match. The order stays open. */
async function doubt(order: Order, what: PaymentDoubt, { db, clock }: OrderParts): Promise<void> {
  await recordOnce(db, { order: order.id, at: clock.now(), kind: 'checked', ...what })
}

/** A day after an unreadable notice, the gateway's answer that nothing is paid is accepted. */
async function settleUnread(order: Order, { db, clock }: OrderParts): Promise<void> {
  if (order.unreadAt === 0 || clock.now() < order.unreadAt + graceMs) return
  await db
    .updateTable('orders')
    .set({ unread_at: 0n })
    .where('id', '=', order.id)
    .where('unread_at', '=', BigInt(order.unreadAt))
    .execute()
}

async function close(order: Order, { db, clock }: OrderParts): Promise<void> {
  const at = clock.now()
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('orders')
      .set((set) => ({
        status: 'closed',
        ended_at: BigInt(at),
        version: set('version', '+', 1n),
      }))
      .where('id', '=', order.id)
      .where('status', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await record(transaction, { order: order.id, at, kind: 'closed' })
  })
}
