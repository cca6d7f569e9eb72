import type { ChannelQuery } from '@posthouse/contract/channel'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { totalOf } from '../usage-log/rollups/rollup-rows.ts'

/** What a list of channels is filtered by. */
export type ChannelFilter = Omit<z.output<typeof ChannelQuery>, 'page' | 'size' | 'order'>

/** Every channel that is not deleted, with what it has charged and how often its figures were not believed. */
export function withUsed(db: Kysely<Tables>) {
  return db
    .selectFrom('channels')
    .where('channels.deleted_at', 'is', null)
    .selectAll('channels')
    .select([
      totalOf('quota', { scope: 'channel', id: 'channels.id' }).as('used'),
      totalOf('doubts', { scope: 'channel', id: 'channels.id' }).as('doubted'),
    ])
}

export function filtered(rows: ReturnType<typeof withUsed>, query: ChannelFilter) {
  let some = rows
  if (query.name !== '') {
    some = some.where(sql<boolean>`channels.name like ${`%${escapeLike(query.name)}%`} escape '\\'`)
  }
  // Lists are comma-joined text: a member is found between commas.
  if (query.models !== '') some = some.where(member('channels.models', query.models))
  if (query.group !== '') some = some.where(member('channels.groups', query.group))
  if (query.type !== 0) some = some.where('channels.type', '=', BigInt(query.type))
  if (query.status !== 0) some = some.where('channels.status', '=', BigInt(query.status))
  if (query.tag !== '') some = some.where('channels.tag', '=', query.tag)
  return some
}

const member = (column: string, value: string) =>
  sql<boolean>`',' || ${sql.ref(column)} || ',' like ${`%,${escapeLike(value)},%`} escape '\\'`
