import type { PaymentGatewayQuery, PaymentGatewaySort } from '@posthouse/contract/payment-gateway'
import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { declareNoun } from '../noun/noun.ts'
import type { Paging } from '../noun/reads.ts'
import { gatewayFrom } from './gateway.ts'

type GatewayFilter = Omit<z.output<typeof PaymentGatewayQuery>, keyof Paging>

export const gateways = declareNoun({
  table: 'payment_gateways',
  whose: 'administrators',
  held: 'nothing',
  missing: () => new Refusal('payment.gateway-not-found', {}),
  rows: present,
  filter: filtered,
  read: gatewayFrom,
  sorts: {
    id: 'payment_gateways.id',
    name: 'payment_gateways.name',
    type: 'payment_gateways.type',
    currency: 'payment_gateways.currency',
    fixed_fee: 'payment_gateways.fixed_fee',
    percent_fee: 'payment_gateways.percent_fee',
    sort: 'payment_gateways.sort',
    enable: 'payment_gateways.enabled',
    created_time: 'payment_gateways.created_at',
    last_notice_time: 'payment_gateways.last_notice_at',
  } satisfies Record<PaymentGatewaySort, string>,
  names: ['name'],
  restores: {},
  takes: (transaction, ids) =>
    transaction
      .updateTable('payment_gateways')
      .set({ secrets_sealed: '' })
      .where('id', 'in', ids)
      .execute(),
})

function present(db: Kysely<Tables>) {
  return db
    .selectFrom('payment_gateways')
    .where('payment_gateways.deleted_at', 'is', null)
    .selectAll('payment_gateways')
}

function filtered(rows: ReturnType<typeof present>, query: GatewayFilter) {
  let some = rows
  if (query.name !== '') {
    const pattern = `${escapeLike(query.name)}%`
    some = some.where(sql<boolean>`lower(payment_gateways.name) like lower(${pattern}) escape '\\'`)
  }
  if (query.uuid !== '') some = some.where('payment_gateways.uuid', '=', query.uuid)
  if (query.type !== '') some = some.where('payment_gateways.type', '=', query.type)
  return some
}
