import type { OwnOrderDetail } from '@posthouse/contract/order'
import { Refusal } from '@posthouse/contract/refusal'
import { canPay, mayPay } from '../../../domain/payments/create-order.ts'
import { gatewayFrom } from '../../../domain/payments/gateway.ts'
import { namedOrderFrom, withNames } from '../../../domain/payments/order-noun.ts'
import { quoteOut } from '../../../domain/payments/quote.ts'
import type { Handler, Handlers, SignedCall } from '../../call.ts'
import { secondsOut } from '../../present.ts'
import { ownDetailOut, ownOrderOut, startOut } from './payment-out.ts'

/** The highest sort number comes first. */
const listPaymentMethods: Handler<'listPaymentMethods'> = async (_input, call) => {
  const { caller, parts } = call
  const { settings } = parts.snapshot.get()
  const rows = await parts.db
    .selectFrom('payment_gateways')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('enabled', '=', 1n)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .execute()
  return rows
    .map(gatewayFrom)
    .filter((gateway) => canPay(gateway, parts) && mayPay(gateway, caller, settings))
    .map(({ uuid, name, type, icon, currency, fixedFee, percentFee, sort }) => ({
      uuid,
      name,
      type,
      icon,
      currency,
      fixed_fee: Number(fixedFee) / 10_000,
      percent_fee: Number(percentFee) / 10_000,
      sort: Number(sort),
    }))
}

const getOrderQuote: Handler<'getOrderQuote'> = async ({ body }, { parts }) =>
  quoteOut(await parts.orderDesk.quote(body))

const createOrder: Handler<'createOrder'> = async ({ body }, { parts, caller, origin }) => {
  const order = await parts.orderDesk.create({
    ...body,
    userId: caller.id,
    role: caller.role,
    origin,
  })
  if (order.start === null) throw new Error('an order was begun without a way to pay')
  return {
    ...startOut(order.start),
    trade_no: order.tradeNo,
    closes_time: secondsOut(order.closesAt, 0),
  }
}

const listOwnOrders: Handler<'listOwnOrders'> = async ({ query }, { parts, caller }) => {
  const own = withNames(parts.db)
    .where('orders.user_id', '=', caller.id)
    .$if(query.status !== '', (some) => some.where('orders.status', '=', query.status))
  const rows = await own
    .orderBy('orders.id', query.order.startsWith('-') || query.order === '' ? 'desc' : 'asc')
    .offset((query.page - 1) * query.size)
    .limit(query.size)
    .execute()
  const { count } = await own
    .clearSelect()
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    data: rows.map((row) => ownOrderOut(namedOrderFrom(row))),
    page: query.page,
    size: query.size,
    total_count: Number(count),
  }
}

const getOrderStatus: Handler<'getOrderStatus'> = async ({ query }, call) => {
  const { status } = await findOwnOrder(query.trade_no, call)
  if (status !== 'success') throw new Refusal('payment.order-not-paid', {})
  return null
}

const getOwnOrder: Handler<'getOwnOrder'> = async ({ params }, call) =>
  ownDetailOut(await findOwnOrder(params.trade_no, call))

const getOwnOrderEvents: Handler<'getOwnOrderEvents'> = async ({ params }, call) => {
  const { parts, caller } = call
  // Refuses another user's order before the stream begins.
  await findOwnOrder(params.trade_no, call)
  return watchOrders(parts.orderDesk.watch(caller.id, params.trade_no))
}

async function* watchOrders(orders: ReturnType<SignedCall['parts']['orderDesk']['watch']>) {
  for await (const order of orders) yield ownOrderOut(order)
}

const checkOwnOrder: Handler<'checkOwnOrder'> = async (
  { params },
  call,
): Promise<OwnOrderDetail> => {
  await call.parts.orderDesk.ask(await findOwnOrder(params.trade_no, call))
  return ownDetailOut(await findOwnOrder(params.trade_no, call))
}

const findOwnOrder = (tradeNo: string, { parts, caller }: SignedCall) =>
  parts.orderDesk.own(caller.id, tradeNo)

export const ownOrderHandlers = {
  listPaymentMethods,
  getOrderQuote,
  createOrder,
  listOwnOrders,
  getOrderStatus,
  getOwnOrder,
  getOwnOrderEvents,
  checkOwnOrder,
} satisfies Partial<Handlers>
