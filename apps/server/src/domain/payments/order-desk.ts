import { orderStatuses } from '@posthouse/contract/order'
import { Refusal } from '@posthouse/contract/refusal'
import { setTimeout as sleep } from 'node:timers/promises'
import { askGateway } from './ask-gateway.ts'
import { createOrder, type OrderRequest, quoteOrder } from './create-order.ts'
import { creditOrder } from './credit-order.ts'
import type { RawNotice } from './gateway-port.ts'
import { type NamedOrder, type Order, orderFrom } from './order.ts'
import { namedOrderFrom, withNames } from './order-noun.ts'
import type { OrderParts } from './order-parts.ts'
import type { Quote } from './quote.ts'
import { refundOrder } from './refund-order.ts'
import { takeNotice } from './take-notice.ts'
import { type VerifiedNotice, verifyNotice } from './verify-notice.ts'

type HandAct = { readonly order: Order; readonly reason: string; readonly by: bigint }

/** Everything that can be done with orders. Money moves in here and nowhere else. */
export type OrderDesk = {
  quote(wanted: { readonly uuid: string; readonly amount: number }): Promise<Quote>
  create(wish: OrderRequest): Promise<Order>
  /** Null when the gateway at the address did not sign it. */
  verifyNotice(uuid: string, notice: RawNotice): Promise<VerifiedNotice | null>
  takeNotice(notice: VerifiedNotice): Promise<void>
  /** Asks the gateway, unless that was done just now. */
  ask(order: Order): Promise<void>
  /** Credits by hand. Refuses an order that is paid. */
  complete(act: HandAct): Promise<void>
  refund(act: HandAct): Promise<void>
  /** Asks again for a refund that the gateway has not confirmed. */
  refundAgain(order: Order): Promise<void>
  /** An order of this user by its trade number. */
  own(userId: bigint, tradeNo: string): Promise<NamedOrder>
  /** The order now, and again whenever its state changes, until it ends or half a minute is over. */
  watch(userId: bigint, tradeNo: string): AsyncGenerator<NamedOrder>
}

const watchMs = 30_000
const lookMs = 1_000
/** Of one user on one node: each looks into the database every second. */
const watchersMost = 5
/** A person who presses the button again and again asks the gateway no more often than this. */
const askAgainMs = 3_000

export function createOrderDesk(parts: OrderParts): OrderDesk {
  const watchers = new Map<bigint, number>()
  const own = (userId: bigint, tradeNo: string) => ownOrder(userId, tradeNo, parts)
  return {
    quote: async (wanted) => (await quoteOrder(wanted, parts)).quote,
    create: (wish) => createOrder(wish, parts),
    verifyNotice: (uuid, notice) => verifyNotice(uuid, notice, parts),
    takeNotice: (notice) => takeNotice(notice, parts),
    ask: (order) =>
      order.status === 'success' || parts.clock.now() < order.askedAt + askAgainMs
        ? Promise.resolve()
        : askGateway(order, parts),
    async complete({ order, reason, by }) {
      const actor = `user:${by}`
      const credit = { order, gatewayNo: '', actor, kind: 'completed', said: reason, by } as const
      const done = await creditOrder(credit, parts)
      if (done === 'already') throw new Refusal('payment.order-paid', {})
    },
    refund: (act) => refundOrder(act, parts),
    refundAgain: (order) => refundOrder({ order, reason: order.refundReason, by: null }, parts),
    own,
    async *watch(userId, tradeNo) {
      let order = await own(userId, tradeNo)
      yield order
      const count = watchers.get(userId) ?? 0
      if (count >= watchersMost) return
      watchers.set(userId, count + 1)
      try {
        const until = performance.now() + watchMs
        while (order.status === 'pending' && performance.now() < until) {
          await sleep(lookMs)
          const next = await own(userId, tradeNo)
          if (next.status !== order.status) yield next
          order = next
        }
      } finally {
        const left = (watchers.get(userId) ?? 1) - 1
        if (left > 0) watchers.set(userId, left)
        else watchers.delete(userId)
      }
    },
  }
}

async function ownOrder(
  userId: bigint,
  tradeNo: string,
  { db }: Pick<OrderParts, 'db'>,
): Promise<NamedOrder> {
  const row = await withNames(db)
    .where('orders.trade_no', '=', tradeNo)
    .where('orders.user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('payment.order-not-found', {})
  return namedOrderFrom(row)
}

/** The older an open question is, the more seldom its gateway is asked. */
const firstAskMs = 30_000
const slowestAskMs = 10 * 60_000
const dueAtOnce = 50

/**
 * Asks the gateways of pending orders, and of those with a notice that could not be read, so that no notice that got lost loses
 * money. Closes those whose time is over.
 */
export async function askPending(
  { db, desk, now }: Pick<OrderParts, 'db'> & { readonly desk: OrderDesk; readonly now: number },
  onProblem: (error: unknown, order: Order) => void,
): Promise<void> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where((is) =>
      is.or([
        is('status', '=', orderStatuses[0]),
        is.and([is('unread_at', '>', 0n), is('status', '<>', 'success')]),
      ]),
    )
    .where('asked_at', '<=', BigInt(now - firstAskMs))
    .orderBy('asked_at')
    .limit(dueAtOnce * 10)
    .execute()
  const due = rows.map(orderFrom).filter((order) => isDue(order, now))
  for (const order of due.slice(0, dueAtOnce)) {
    await desk.ask(order).catch((error: unknown) => onProblem(error, order))
  }
  await askRefunds({ db, desk, now }, onProblem)
}

/** An answer may be lost with its connection or its process: the gateway is asked again until it gives a final one. */
async function askRefunds(
  { db, desk, now }: Parameters<typeof askPending>[0],
  onProblem: Parameters<typeof askPending>[1],
): Promise<void> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('refund', '=', 'asked')
    .where('refund_asked_at', '<=', BigInt(now - firstAskMs))
    .orderBy('refund_asked_at')
    .limit(dueAtOnce * 10)
    .execute()
  const due = rows
    .map(orderFrom)
    .filter(({ refundAskedAt, refundAsks }) => now >= refundAskedAt + pauseAfter(refundAsks))
  for (const order of due.slice(0, dueAtOnce)) {
    await desk.refundAgain(order).catch((error: unknown) => onProblem(error, order))
  }
}

const isDue = ({ askedAt, asks, closesAt }: Order, now: number): boolean =>
  (now >= closesAt && askedAt < closesAt) || now >= askedAt + pauseAfter(asks)

const pauseAfter = (asks: number): number =>
  Math.min(slowestAskMs, firstAskMs * 2 ** Math.min(asks, 10))
