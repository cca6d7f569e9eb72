import type { OrderDetail, OrderSums } from '@posthouse/contract/order'
import { orders, sumOrders as sumsOf } from '../../../domain/payments/order-noun.ts'
import type { NamedOrder } from '../../../domain/payments/order.ts'
import { coinText, feeText } from '../../../domain/payments/quote.ts'
import type { Handler, Handlers, SignedCall } from '../../call.ts'
import { dollars, time } from '../../csv/cells.ts'
import { listOf } from '../../noun/calls-of.ts'
import { type Columns, exportOf } from '../../noun/export-of.ts'
import { askingOf } from '../../noun/noun-call.ts'
import { secondsOut } from '../../present.ts'
import { requireRecentPassword } from '../../recent-password.ts'
import { mayMoveMoneyOf } from '../may-move-money.ts'
import { orderOut } from './payment-out.ts'

const columns: Columns<NamedOrder> = [
  ['id', ({ id }) => id],
  ['created', ({ createdAt }, { timeZone }) => time(createdAt, timeZone)],
  ['ended', ({ endedAt }, { timeZone }) => time(endedAt, timeZone)],
  ['user_id', ({ userId }) => userId],
  ['user', ({ username }) => username],
  ['gateway', ({ gatewayName }) => gatewayName],
  ['trade_no', ({ tradeNo }) => tradeNo],
  ['gateway_no', ({ gatewayNo }) => gatewayNo],
  ['amount_usd', ({ amount }) => amount],
  ['fee_usd', ({ fee }) => ({ figure: feeText(fee) })],
  ['currency', ({ money }) => money.currency],
  ['discount', ({ discount }) => ({ figure: coinText(discount) })],
  ['paid', ({ money }) => ({ figure: coinText(money.minor) })],
  ['quota', ({ quota }) => quota],
  ['quota_usd', ({ quota }, { perUnit }) => dollars(quota, perUnit)],
  ['status', ({ status }) => status],
  ['refund', ({ refund }) => refund],
]

const listOrders: Handler<'listOrders'> = listOf(orders, (some) => some.map(orderOut))

const exportOrders: Handler<'exportOrders'> = exportOf(orders, columns)

const sumOrders: Handler<'sumOrders'> = async ({ query }, { parts }) => {
  const rows = await sumsOf(parts.db, query)
  const countOf = (status: string): number =>
    rows.filter((row) => row.status === status).reduce((sum, { count }) => sum + Number(count), 0)
  const paid = rows.filter(({ status }) => status === 'success')
  return {
    paid: countOf('success'),
    pending: countOf('pending'),
    failed: countOf('failed'),
    closed: countOf('closed'),
    quota: paid.reduce((sum, { quota }) => sum + Number(quota), 0),
    money: paid.map(({ currency, money, returned }) => ({
      currency: currency as OrderSums['money'][number]['currency'],
      amount: coinText(BigInt(money) - BigInt(returned)),
    })),
  }
}

const getOrder: Handler<'getOrder'> = ({ params }, call) => readDetail(params.id, call)

const checkOrder: Handler<'checkOrder'> = async ({ params }, call) => {
  await call.parts.orderDesk.ask(await findOrder(params.id, call))
  return readDetail(params.id, call)
}

const completeOrder: Handler<'completeOrder'> = async ({ params, body }, call) => {
  await actOn(params.id, body.reason, { call, act: (one) => call.parts.orderDesk.complete(one) })
  return readDetail(params.id, call)
}

const refundOrder: Handler<'refundOrder'> = async ({ params, body }, call) => {
  await actOn(params.id, body.reason, { call, act: (one) => call.parts.orderDesk.refund(one) })
  return readDetail(params.id, call)
}

type Act = SignedCall['parts']['orderDesk']['complete']

async function actOn(
  id: number,
  reason: string,
  { call, act }: { readonly call: SignedCall; readonly act: Act },
): Promise<void> {
  const order = await findOrder(id, call)
  await mayMoveMoneyOf(order.userId, call)
  requireRecentPassword(call)
  await act({ order, reason, by: call.caller.id })
}

const findOrder = (id: number, call: SignedCall): Promise<NamedOrder> =>
  orders.find(call.parts.db, askingOf(call), id)

async function readDetail(id: number, call: SignedCall): Promise<OrderDetail> {
  const order = await findOrder(id, call)
  const rows = await call.parts.db
    .selectFrom('order_events')
    .leftJoin('users', 'users.id', 'order_events.actor')
    .selectAll('order_events')
    .select('users.username')
    .where('order_events.order_id', '=', order.id)
    .orderBy('order_events.id')
    .limit(eventsMost)
    .execute()
  return {
    ...orderOut(order),
    events: rows.map((row) => ({
      time: secondsOut(Number(row.at), 0),
      kind: row.kind as OrderDetail['events'][number]['kind'],
      verdict: row.verdict as OrderDetail['events'][number]['verdict'],
      text: row.said,
      actor: row.username ?? '',
    })),
  }
}

/** A gateway may repeat its notice thousands of times. */
const eventsMost = 200

export const orderHandlers = {
  listOrders,
  exportOrders,
  sumOrders,
  getOrder,
  checkOrder,
  completeOrder,
  refundOrder,
} satisfies Partial<Handlers>
