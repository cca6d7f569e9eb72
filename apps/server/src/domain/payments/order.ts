import type { Currency, GatewayType } from '@posthouse/contract/gateway-fields'
import type { OrderStatus, RefundState } from '@posthouse/contract/order'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Money, PaymentStart } from './gateway-port.ts'

export type Order = {
  readonly id: bigint
  readonly tradeNo: string
  readonly userId: bigint
  readonly gatewayId: bigint
  readonly gatewayNo: string
  readonly status: OrderStatus
  readonly refund: RefundState
  readonly refundReason: string
  readonly refundAsks: number
  readonly refundAskedAt: number
  /** Whole dollars. */
  readonly amount: bigint
  /** Ten-thousandths of a dollar. */
  readonly fee: bigint
  /** In the smallest unit of the order's currency. */
  readonly discount: bigint
  readonly money: Money
  readonly quota: bigint
  /** Null if the gateway was not reached. */
  readonly start: PaymentStart | null
  readonly createdAt: number
  readonly closesAt: number
  readonly endedAt: number | null
  readonly askedAt: number
  readonly asks: number
  readonly unreadAt: number
}

export type NamedOrder = Order & {
  readonly username: string
  readonly gatewayName: string
  readonly gatewayType: GatewayType
  readonly gatewayIcon: string
}

/** Orders close after this time, as in the one-api family. */
export const openForMs = 3 * 3_600_000

export const orderFrom = (row: Selectable<Tables['orders']>): Order => ({
  id: row.id,
  tradeNo: row.trade_no,
  userId: row.user_id,
  gatewayId: row.gateway_id,
  gatewayNo: row.gateway_no,
  status: row.status as OrderStatus,
  refund: row.refund as RefundState,
  refundReason: row.refund_reason,
  refundAsks: Number(row.refund_asks),
  refundAskedAt: Number(row.refund_asked_at),
  amount: row.amount,
  fee: row.fee,
  discount: row.discount,
  money: { currency: row.currency as Currency, minor: row.order_amount },
  quota: row.quota,
  start: row.start === '' ? null : (JSON.parse(row.start) as PaymentStart),
  createdAt: Number(row.created_at),
  closesAt: Number(row.closes_at),
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
  askedAt: Number(row.asked_at),
  asks: Number(row.asks),
  unreadAt: Number(row.unread_at),
})
