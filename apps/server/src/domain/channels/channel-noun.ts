import type { ChannelQuery, ChannelSort } from '@posthouse/contract/channel'
import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { declareNoun } from '../noun/noun.ts'
import type { Paging } from '../noun/reads.ts'
import { type ChannelRow, type Totals, withTotals } from './channel-rows.ts'

type ChannelFilter = Omit<z.output<typeof ChannelQuery>, keyof Paging>

/** A channel as listed and exported: with the number of keys, but no key. */
export type ChannelLine = ChannelRow & Totals & { readonly key_count: bigint }

export const channels = declareNoun({
  table: 'channels',
  whose: 'administrators',
  held: 'configuration',
  missing: () => new Refusal('channel.not-found', {}),
  rows,
  filter: filtered,
  read: (row): ChannelLine => row,
  sorts: {
    id: 'channels.id',
    name: 'channels.name',
    group: 'channels.groups',
    type: 'channels.type',
    status: 'channels.status',
    response_time: 'channels.response_time',
    balance: 'channels.balance_micros',
    priority: 'channels.priority',
    weight: 'channels.weight',
  } satisfies Record<ChannelSort, string>,
  names: ['name'],
  restores: {
    status: 'bigint',
    groups: 'text',
    tag: 'text',
    priority: 'bigint',
    weight: 'bigint',
    models: 'text',
    model_mapping: 'text',
    model_headers: 'text',
    custom_parameter: 'text',
    proxy: 'text',
    test_model: 'text',
    only_chat: 'bigint',
    pre_cost: 'bigint',
    other: 'text',
  },
  stamp: 'updated_at',
  // Keys of a deleted channel would only help a thief.
  takes: (transaction, ids) =>
    transaction.deleteFrom('channel_keys').where('channel_id', 'in', ids).execute(),
})

function rows(db: Kysely<Tables>) {
  return withTotals(db).select(
    sql<bigint>`(select count(*) from channel_keys where channel_keys.channel_id = channels.id)`.as(
      'key_count',
    ),
  )
}

function filtered(found: ReturnType<typeof rows>, query: ChannelFilter) {
  let some = found
  if (query.name !== '') {
    some = some.where(sql<boolean>`channels.name like ${`%${escapeLike(query.name)}%`} escape '\\'`)
  }
  // Lists are comma-joined text, so search between commas.
  if (query.models !== '') some = some.where(member('channels.models', query.models))
  if (query.group !== '') some = some.where(member('channels.groups', query.group))
  if (query.type !== 0) some = some.where('channels.type', '=', BigInt(query.type))
  if (query.status !== 0) some = some.where('channels.status', '=', BigInt(query.status))
  if (query.attention === 1) some = some.where(needsAttention)
  if (query.tagged === 1) some = some.where('channels.tag', '!=', '')
  if (query.tagged === 2) some = some.where('channels.tag', '=', '')
  if (query.tag !== '') some = some.where('channels.tag', '=', query.tag)
  return some
}

/** A later change by an administrator shows that it was seen. */
const needsAttention = sql<boolean>`(channels.attention_at is not null
  and channels.attention_at > channels.updated_at)`

/** Whether a list contains a name. Databases differ in case sensitivity. */
export const member = (column: string, value: string) =>
  sql<boolean>`',' || ${sql.ref(column)} || ',' like ${`%,${escapeLike(value)},%`} escape '\\'`

export async function countAttention(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('channels')
    .where('deleted_at', 'is', null)
    .where(needsAttention)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
