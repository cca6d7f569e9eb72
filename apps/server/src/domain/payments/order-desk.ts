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

/** All operations on orders. Payments move money here only. */
export type OrderDesk = {
  quote(wanted: { readonly uuid: string; readonly amount: number }): Promise<Quote>
  create(wish: OrderRequest): Promise<Order>
  /** Null if the gateway did not sign it. */
  verifyNotice(uuid: string, notice: RawNotice): Promise<VerifiedNotice | null>
  takeNotice(notice: VerifiedNotice): Promise<void>
  /** Asks the gateway, unless it was asked just now. */
  ask(order: Order): Promise<void>
  /** Credits by hand. Refuses an order that is paid. */
  complete(act: HandAct): Promise<void>
  refund(act: HandAct): Promise<void>
  /** Retries a refund that the gateway has not confirmed. */
  refundAgain(order: Order): Promise<void>
  /** An order of the user by trade number. */
  own(userId: bigint, tradeNo: string): Promise<NamedOrder>
  /** Yields the order now and on every change of its state, until it ends or for half a minute. */
  watch(userId: bigint, tradeNo: string): AsyncGenerator<NamedOrder>
}

const watchMs = 30_000
const lookMs = 1_000
/** Watchers per user and node; each polls the database every second. */
const watchersMost = 5
/** Shortest interval between manual checks of a gateway. */
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

/** First interval; it grows with the age of the order. */
const firstAskMs = 30_000
const slowestAskMs = 10 * 60_000
const dueAtOnce = 50

/** Asks gateways about pending orders and unreadable notices, so that a lost notice loses no money. Closes expired orders. */
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

/** Retries refunds until the gateway gives a final answer, because an answer may be lost with its connection or process. */
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
