import type { TokenQuery } from '@posthouse/contract/token'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { escapeLike } from '../../lib/search.ts'
import { totalOf } from '../usage-log/rollups/rollup-rows.ts'

/** What a list of tokens is filtered by. */
export type TokenFilter = Omit<z.output<typeof TokenQuery>, 'page' | 'size' | 'order'>

/** Every token that is not deleted, with what is left of it and what it has used. */
export function withFigures(db: Kysely<Tables>) {
  return db
    .selectFrom('tokens')
    .leftJoin('ledger_accounts as allowance', (join) =>
      join.on(sql<boolean>`allowance.code = 'limit:' || tokens.id`),
    )
    .where('tokens.deleted_at', 'is', null)
    .selectAll('tokens')
    .select([
      sql<bigint>`coalesce(allowance.balance - allowance.held, 0)`.as('remaining'),
      sql<bigint>`coalesce(allowance.balance, 0)`.as('unspent'),
      totalOf('quota', { scope: 'token', id: 'tokens.id' }).as('used'),
      // The newest row of the log, found by the index (token, id); where rows were put away, what they left.
      sql<bigint | null>`coalesce((
        select created_at from usage_log
        where usage_log.token_id = tokens.id order by usage_log.id desc limit 1
      ), tokens.accessed_at)`.as('last_used'),
    ])
}

export function filtered(
  rows: ReturnType<typeof withFigures>,
  userId: bigint,
  query: TokenFilter,
  now: number,
) {
  let some = rows.where('tokens.user_id', '=', userId).where('tokens.hidden', '=', 0n)
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
