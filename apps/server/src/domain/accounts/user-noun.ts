import type { UserQuery, UserSort } from '@posthouse/contract/managed-user'
import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { declareNoun } from '../noun/noun.ts'
import type { Paging } from '../noun/reads.ts'
import { totalOf } from '../usage-log/rollups/rollup-rows.ts'
import { accountFrom } from './account-store.ts'
import type { Account } from './account.ts'
import { lockOf } from './may-change.ts'

type UserFilter = Omit<z.output<typeof UserQuery>, keyof Paging>

/** An account with its balance and usage. */
export type UserLine = Account & {
  readonly version: bigint
  readonly lastLoginIp: string
  readonly balance: bigint
  readonly used: bigint
  readonly requests: bigint
}

export const users = declareNoun({
  table: 'users',
  whose: 'administrators',
  held: 'accounts',
  missing: () => new Refusal('user.not-found', {}),
  rows: withFigures,
  filter: filtered,
  read: lineFrom,
  sorts: {
    id: 'users.id',
    username: 'users.username',
    role: 'users.role',
    status: 'users.status',
    group: 'users.group',
    quota: 'balance',
    used_quota: 'used',
    request_count: 'requests',
    created_time: 'users.created_at',
    last_login_time: 'last_login',
    last_login_ip: 'users.last_login_ip',
  } satisfies Record<UserSort, string>,
  names: ['username', 'display_name'],
  restores: { status: 'bigint', group: 'text' },
  able: (user, _wanted, { caller }) => lockOf(caller, user) === null,
  takes: async (transaction, ids, now) => {
    await endSessions(transaction, ids)
    await transaction
      .updateTable('tokens')
      .set({ key_sealed: '', deleted_at: BigInt(now) })
      .where('user_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute()
  },
})

/** Signs accounts out everywhere, after a ban, a new password or a change of role. */
export const endSessions = (transaction: Transaction<Tables>, ids: readonly bigint[]) =>
  ids.length === 0
    ? Promise.resolve()
    : transaction.deleteFrom('sessions').where('user_id', 'in', ids).execute()

const ofUser = { scope: 'user', id: 'users.id' } as const

function withFigures(db: Kysely<Tables>) {
  return db
    .selectFrom('users')
    .leftJoin('ledger_accounts as wallet', (join) =>
      join.on(sql<boolean>`wallet.code = 'wallet:' || users.id`),
    )
    .where('users.deleted_at', 'is', null)
    .selectAll('users')
    .select([
      sql<bigint>`coalesce(wallet.balance, 0)`.as('balance'),
      sql<bigint>`coalesce(users.last_login_at, 0)`.as('last_login'),
      totalOf('quota', ofUser).as('used'),
      sql<bigint>`${totalOf('requests', ofUser)} - ${totalOf('errors', ofUser)}`.as('requests'),
    ])
}

function filtered(rows: ReturnType<typeof withFigures>, query: UserFilter) {
  let some = rows
  if (query.keyword !== '') {
    const pattern = `${escapeLike(query.keyword)}%`
    const starts = ['username', 'email', 'display_name', 'group'].map(
      (name) => sql<boolean>`lower(${sql.ref(`users.${name}`)}) like lower(${pattern}) escape '\\'`,
    )
    const id = /^\d{1,15}$/.test(query.keyword)
      ? [sql<boolean>`users.id = ${BigInt(query.keyword)}`]
      : []
    some = some.where((is) => is.or([...id, ...starts]))
  }
  if (query.role !== 0) some = some.where('users.role', '=', BigInt(query.role))
  if (query.status !== 0) some = some.where('users.status', '=', BigInt(query.status))
  if (query.group !== '') some = some.where('users.group', '=', query.group)
  return some
}

type Figures = { balance: bigint; used: bigint; requests: bigint }

function lineFrom(row: Selectable<Tables['users']> & Figures): UserLine {
  return {
    ...accountFrom(row),
    version: row.version,
    lastLoginIp: row.last_login_ip ?? '',
    balance: BigInt(row.balance),
    used: BigInt(row.used),
    requests: BigInt(row.requests),
  }
}
