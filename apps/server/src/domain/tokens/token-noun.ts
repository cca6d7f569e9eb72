import { Refusal } from '@posthouse/contract/refusal'
import type { TokenQuery, TokenSort } from '@posthouse/contract/token'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { declareNoun } from '../noun/noun.ts'
import type { Paging } from '../noun/reads.ts'
import { totalOf } from '../usage-log/rollups/rollup-rows.ts'
import { statusOf, type Token } from './token.ts'
import { tokenFrom, type TokenRow } from './token-store.ts'

/** The filter of a list of tokens. */
type TokenFilter = Omit<z.output<typeof TokenQuery>, keyof Paging>

/** A token with the figures that the ledger keeps of it. */
export type TokenWithFigures = Token & {
  /** The quota that a call can take: without what running calls hold. A change sets the same. */
  readonly remaining: bigint
  /** With what running calls hold: a token is exhausted when that is gone, too. */
  readonly unspent: bigint
  readonly used: bigint
}

/** Somebody's API keys. The playground's own is in no list. */
export const tokens = declareNoun({
  table: 'tokens',
  whose: { column: 'user_id' },
  held: 'keys',
  missing: () => new Refusal('token.not-found', {}),
  rows: withFigures,
  filter: filtered,
  read: tokenWithFigures,
  sorts: {
    id: 'tokens.id',
    name: 'tokens.name',
    status: 'tokens.status',
    expired_time: 'tokens.expires_at',
    created_time: 'tokens.created_at',
    remain_quota: 'remaining',
    used_quota: 'used',
  } satisfies Record<TokenSort, string>,
  names: ['name'],
  restores: { status: 'bigint' },
  /** A token that has expired or is used up cannot be enabled. */
  able: (token, { status }, { now }) =>
    BigInt(statusOf({ ...token, enabled: status === 1n }, token.unspent, now)) === status,
  takes: (transaction, ids) =>
    transaction.updateTable('tokens').set({ key_sealed: '' }).where('id', 'in', ids).execute(),
})

function withFigures(db: Kysely<Tables>) {
  return db
    .selectFrom('tokens')
    .leftJoin('ledger_accounts as allowance', (join) =>
      join.on(sql<boolean>`allowance.code = 'limit:' || tokens.id`),
    )
    .where('tokens.deleted_at', 'is', null)
    .where('tokens.hidden', '=', 0n)
    .selectAll('tokens')
    .select([
      sql<bigint>`coalesce(allowance.balance - allowance.held, 0)`.as('remaining'),
      sql<bigint>`coalesce(allowance.balance, 0)`.as('unspent'),
      totalOf('quota', { scope: 'token', id: 'tokens.id' }).as('used'),
      // The newest call in the log, found by the index (token, id); where rows were put away, what they left.
      sql<bigint | null>`coalesce((
        select created_at from usage_log
        where usage_log.token_id = tokens.id and usage_log.type <> 6 order by usage_log.id desc limit 1
      ), tokens.accessed_at)`.as('last_used'),
    ])
}

function filtered(rows: ReturnType<typeof withFigures>, query: TokenFilter, now: number) {
  let some = rows
  if (query.keyword !== '') {
    const pattern = `${escapeLike(query.keyword)}%`
    some = some.where(sql<boolean>`tokens.name like ${pattern} escape '\\'`)
  }
  const expired = sql<boolean>`(tokens.expires_at is not null and tokens.expires_at <= ${BigInt(now)})`
  const spent = sql<boolean>`(tokens.unlimited_quota = 0 and coalesce(allowance.balance, 0) <= 0)`
  if (query.status === 2) return some.where('tokens.status', '=', 2n)
  if (query.status !== 0) some = some.where('tokens.status', '=', 1n)
  if (query.status === 1) some = some.where(sql<boolean>`not ${expired} and not ${spent}`)
  if (query.status === 3) some = some.where(expired)
  if (query.status === 4) some = some.where(sql<boolean>`not ${expired} and ${spent}`)
  return some
}

type Figures = { remaining: bigint; unspent: bigint; used: bigint; last_used: bigint | null }

function tokenWithFigures(row: TokenRow & Figures): TokenWithFigures {
  return {
    ...tokenFrom(row),
    accessedAt: row.last_used === null ? null : Number(row.last_used),
    remaining: BigInt(row.remaining),
    unspent: BigInt(row.unspent),
    used: BigInt(row.used),
  }
}
