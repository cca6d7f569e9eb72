import type { GroupQuery, GroupSort } from '@posthouse/contract/managed-group'
import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { declareNoun } from '../noun/noun.ts'
import type { Paging } from '../noun/reads.ts'

/** The filter of a list of groups. */
type GroupFilter = Omit<z.output<typeof GroupQuery>, keyof Paging>

/** Groups, as administrators manage them. */
export const groups = declareNoun({
  table: 'user_groups',
  whose: 'administrators',
  held: 'configuration',
  missing: () => new Refusal('group.not-found', {}),
  rows: withUses,
  filter: filtered,
  read: (row) => row,
  sorts: {
    id: 'user_groups.id',
    name: 'user_groups.name',
    symbol: 'user_groups.symbol',
    enable: 'user_groups.enabled',
    users: 'users_in',
  } satisfies Record<GroupSort, string>,
  names: ['symbol', 'name'],
  restores: {},
})

function withUses(db: Kysely<Tables>) {
  return db
    .selectFrom('user_groups')
    .where('deleted_at', 'is', null)
    .selectAll('user_groups')
    .select([
      sql<bigint>`(select count(*) from users
        where users."group" = user_groups.symbol and users.deleted_at is null)`.as('users_in'),
      sql<bigint>`(select count(*) from tokens
        where tokens."group" = user_groups.symbol and tokens.deleted_at is null)`.as('tokens_in'),
      // Groups of a channel are comma-joined text. LIKE would read an underscore as any character.
      sql<bigint>`(select count(*) from channels
        where channels.deleted_at is null and ',' || channels.groups || ','
          <> replace(',' || channels.groups || ',', ',' || user_groups.symbol || ',', ''))`.as(
        'channels_in',
      ),
    ])
}

function filtered(rows: ReturnType<typeof withUses>, { name, enable }: GroupFilter) {
  let some = rows
  if (name !== '') {
    const pattern = `${escapeLike(name)}%`
    some = some.where(sql<boolean>`lower(user_groups.name) like lower(${pattern}) escape '\\'`)
  }
  if (enable !== undefined) some = some.where('user_groups.enabled', '=', enable ? 1n : 0n)
  return some
}
