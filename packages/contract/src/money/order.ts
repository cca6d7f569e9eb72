import { z } from 'zod'
import { exportQuery, listQuery } from '../list.ts'
import { filterText, Id, QuerySeconds, QuotaUnits, Seconds } from '../scalars.ts'
import { whenMissing } from '../when-missing.ts'
import { currencies, gatewayTypes } from './gateway-fields.ts'

export const orderStatuses = ['pending', 'success', 'failed', 'closed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** `asked` means that the quota was taken back but the gateway has not confirmed the refund yet. */
export const refundStates = ['none', 'asked', 'done'] as const
export type RefundState = (typeof refundStates)[number]

export const topUpMost = 1_000_000

/** A top-up in dollars. The server checks the site's minimum, and names it in the refusal. */
const amount = z
  .number({ error: whenMissing('payment.amount') })
  .int('payment.amount')
  .min(1, 'payment.amount')
  .max(topUpMost, 'payment.amount-most')

export const OrderInput = z.object({ uuid: z.string().min(1).max(64), amount })

/** The breakdown of a payment, as decimal text. In dollars, except for `to_pay` and `saved`. */
export const Quote = z.object({
  amount: z.string(),
  /** After the discount. Equals `amount` without one. */
  discounted: z.string(),
  /** The multiplier for this amount: 0.9 takes ten per cent off. */
  discount: z.string(),
  fee: z.string(),
  fee_kind: z.enum(['none', 'fixed', 'percent']),
  /** A fraction: 0.05 is 5 %. */
  percent_fee: z.number(),
  /** Units of the gateway's currency per dollar. Empty when it charges in dollars. */
  rate: z.string(),
  currency: z.enum(currencies),
  to_pay: z.string(),
  saved: z.string(),
  quota: QuotaUnits,
})
export type Quote = z.output<typeof Quote>

/** The payer's next step: 1 opens an address, 2 shows a QR code to scan (the family's numbers). */
export const PaymentStart = z.object({
  type: z.union([z.literal(1), z.literal(2)]),
  data: z.object({
    url: z.string(),
    method: z.enum(['GET', 'POST']),
    params: z.record(z.string(), z.string()),
  }),
})
export type PaymentStart = z.output<typeof PaymentStart>

export const OrderBegun = PaymentStart.extend({
  trade_no: z.string(),
  closes_time: Seconds,
})
export type OrderBegun = z.output<typeof OrderBegun>

/** A step of an order, or a payment callback and its result. */
const OrderEvent = z.object({
  time: Seconds,
  kind: z.enum([
    'created',
    'asked',
    'start-failed',
    'notice',
    'checked',
    'paid',
    'completed',
    'closed',
    'refund-asked',
    'refund-refused',
    'refund-unknown',
    'refunded',
  ]),
  /** The result of a callback or an answer. Empty when there is none. */
  verdict: z.enum([
    '',
    'credited',
    'already',
    'not-paid',
    'unreadable',
    'amount',
    'currency',
    'gateway',
    'administrator',
    /** The wallet no longer had all of the quota. */
    'short',
  ]),
  /** Text from the gateway, or from the administrator who acted. */
  text: z.string(),
  /** The administrator's username. Empty when none acted. */
  actor: z.string(),
})

const orderFields = {
  id: z.number().int(),
  trade_no: z.string(),
  gateway_no: z.string(),
  gateway_name: z.string(),
  gateway_type: z.enum(gatewayTypes),
  gateway_icon: z.string(),
  status: z.enum(orderStatuses),
  refund: z.enum(refundStates),
  /** Dollars. */
  amount: z.number().int(),
  /** Dollars, as decimal text. */
  fee: z.string(),
  /** In the order's currency, as decimal text. */
  discount: z.string(),
  order_amount: z.string(),
  order_currency: z.enum(currencies),
  quota: QuotaUnits,
  created_time: Seconds,
  closes_time: Seconds,
  /** When it was paid or closed. 0 while it is pending. */
  ended_time: Seconds,
}

export const OwnOrder = z.object(orderFields)
export type OwnOrder = z.output<typeof OwnOrder>

export const OwnOrderDetail = OwnOrder.extend({
  /** How to continue the payment. `null` when the order is no longer pending. */
  start: PaymentStart.nullable(),
})
export type OwnOrderDetail = z.output<typeof OwnOrderDetail>

export const Order = z.object({
  ...orderFields,
  gateway_id: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
})
export type Order = z.output<typeof Order>

export const OrderDetail = Order.extend({ events: z.array(OrderEvent) })
export type OrderDetail = z.output<typeof OrderDetail>

export const orderSorts = [
  'id',
  'created_time',
  'gateway_id',
  'user_id',
  'status',
  'amount',
  'order_amount',
] as const
export type OrderSort = (typeof orderSorts)[number]

const filters = {
  gateway_id: z.coerce.number().int().min(0).default(0),
  user_id: z.coerce.number().int().min(0).default(0),
  username: filterText(64),
  trade_no: filterText(64),
  gateway_no: filterText(128),
  status: z.enum(['', ...orderStatuses]).default(''),
  start_timestamp: QuerySeconds,
  end_timestamp: QuerySeconds,
}

export const OrderQuery = listQuery(orderSorts, filters)
export const OrderExportQuery = exportQuery(filters)
export const OrderSumsQuery = z.object(filters)
export const OwnOrderQuery = listQuery(['id', 'created_time'] as const, {
  status: filters.status,
})

/** Counts of the orders that match a filter, and the amount paid in each currency. */
export const OrderSums = z.object({
  paid: z.number().int(),
  pending: z.number().int(),
  failed: z.number().int(),
  closed: z.number().int(),
  quota: QuotaUnits,
  money: z.array(z.object({ currency: z.enum(currencies), amount: z.string() })),
})
export type OrderSums = z.output<typeof OrderSums>

export const OrderAct = z.object({
  reason: z
    .string({ error: whenMissing('payment.reason') })
    .trim()
    .min(1, 'payment.reason')
    .max(300),
})

export const TradeNoParams = z.object({ trade_no: z.string().min(1).max(64) })
export const OrderIdParams = z.object({ id: Id })
