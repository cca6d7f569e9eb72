import type { GatewayType } from '@posthouse/contract/gateway-fields'
import type { OrderQuery, OrderSort } from '@posthouse/contract/order'
import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { declareNoun } from '../noun/noun.ts'
import type { Paging } from '../noun/reads.ts'
import { type NamedOrder, orderFrom } from './order.ts'

export type OrderFilter = Omit<z.output<typeof OrderQuery>, keyof Paging>

/** All orders, for administrators. Orders are never deleted. */
export const orders = declareNoun({
  table: 'orders',
  whose: 'administrators',
  held: 'nothing',
  missing: () => new Refusal('payment.order-not-found', {}),
  rows: withNames,
  filter: filteredOrders,
  read: namedOrderFrom,
  sorts: {
    id: 'orders.id',
    created_time: 'orders.created_at',
    gateway_id: 'orders.gateway_id',
    user_id: 'orders.user_id',
    status: 'orders.status',
    amount: 'orders.amount',
    order_amount: 'orders.order_amount',
  } satisfies Record<OrderSort, string>,
  names: ['trade_no', 'gateway_no'],
  restores: {},
})

/** Adds the names of user and gateway, even if deleted. */
export function withNames(db: Kysely<Tables>) {
  return db
    .selectFrom('orders')
    .innerJoin('users as payer', 'payer.id', 'orders.user_id')
    .innerJoin('payment_gateways as gateway', 'gateway.id', 'orders.gateway_id')
    .selectAll('orders')
    .select([
      'payer.username as username',
      'gateway.name as gateway_name',
      'gateway.type as gateway_type',
      'gateway.icon as gateway_icon',
    ])
}

function filteredOrders(rows: ReturnType<typeof withNames>, query: OrderFilter) {
  let some = rows
  if (query.gateway_id !== 0) {
    some = some.where('orders.gateway_id', '=', BigInt(query.gateway_id))
  }
  if (query.user_id !== 0) some = some.where('orders.user_id', '=', BigInt(query.user_id))
  if (query.username !== '') some = some.where('payer.username', '=', query.username)
  if (query.trade_no !== '') some = some.where('orders.trade_no', '=', query.trade_no)
  if (query.gateway_no !== '') some = some.where('orders.gateway_no', '=', query.gateway_no)
  if (query.status !== '') some = some.where('orders.status', '=', query.status)
  if (query.start_timestamp > 0) {
    some = some.where('orders.created_at', '>=', BigInt(query.start_timestamp) * 1_000n)
  }
  if (query.end_timestamp > 0) {
    some = some.where('orders.created_at', '<', (BigInt(query.end_timestamp) + 1n) * 1_000n)
  }
  return some
}

/** Sums of the filtered orders, by status and currency. */
export const sumOrders = (db: Kysely<Tables>, filter: OrderFilter) =>
  filteredOrders(withNames(db), filter)
    .clearSelect()
    .select([
      'orders.status as status',
      'orders.currency as currency',
      sql<bigint>`count(*)`.as('count'),
      // PostgreSQL returns sums of integers as text.
      sql<bigint | string>`sum(orders.order_amount)`.as('money'),
      sql<bigint | string>`sum(orders.quota)`.as('quota'),
      sql<
        bigint | string
      >`sum(case when orders.refund = 'done' then orders.order_amount else 0 end)`.as('returned'),
    ])
    .groupBy(['orders.status', 'orders.currency'])
    .execute()

type OrderNames = {
  username: string
  gateway_name: string
  gateway_type: string
  gateway_icon: string
}

export function namedOrderFrom(row: Selectable<Tables['orders']> & OrderNames): NamedOrder {
  return {
    ...orderFrom(row),
    username: row.username,
    gatewayName: row.gateway_name,
    gatewayType: row.gateway_type as GatewayType,
    gatewayIcon: row.gateway_icon,
  }
}
