import { TokenLimits, type TokenQuery } from '@posthouse/contract/token'
import {
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../db/tables.ts'
import { orderFrom } from '../lib/order.ts'
import { escapeLike } from '../lib/search.ts'
import type { KeyEntry } from './key-entry.ts'
import type { Token } from './token.ts'
import { accountFrom } from '../accounts/account-store.ts'

/** A token with the figures that the ledger keeps of it. */
export type TokenWithFigures = Token & { readonly remaining: bigint; readonly used: bigint }

export type TokenStore = ReturnType<typeof createTokenStore>

export function createTokenStore(db: Kysely<Tables>) {
  return {
    async list(userId: bigint, query: z.output<typeof TokenQuery>, now: number) {
      const rows = filtered(withFigures(db), userId, query, now)
      const page = await orderFrom(rows, query.order, sortColumns)
        .offset((query.page - 1) * query.size)
        .limit(query.size)
        .execute()
      const { count } = await filtered(withFigures(db), userId, query, now)
        .clearSelect()
        .select((expression) => expression.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow()
      return { tokens: page.map(tokenWithFigures), total: Number(count) }
    },

    /** One token of its owner. Another's is not found. */
    async find(userId: bigint, id: bigint): Promise<TokenWithFigures | null> {
      const row = await withFigures(db)
        .where('tokens.id', '=', id)
        .where('tokens.user_id', '=', userId)
        .where('tokens.hidden', '=', 0n)
        .executeTakeFirst()
      return row === undefined ? null : tokenWithFigures(row)
    },

    async sealedKeyOf(userId: bigint, id: bigint): Promise<string | null> {
      const row = await db
        .selectFrom('tokens')
        .select('key_sealed')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row?.key_sealed ?? null
    },

    async update(
      transaction: Transaction<Tables>,
      of: { userId: bigint; id: bigint },
      change: Updateable<Tables['tokens']>,
    ): Promise<void> {
      if (Object.keys(change).length === 0) return
      await transaction
        .updateTable('tokens')
        .set(change)
        .where('id', '=', of.id)
        .where('user_id', '=', of.userId)
        .execute()
    },

    /** Who bears the key with this hash: token and owner, whatever state they are in. */
    findEntry: (keyHash: string): Promise<KeyEntry | null> =>
      entryBy(db, (query) => query.where('tokens.key_hash', '=', keyHash)),

    findPlayground: (userId: bigint): Promise<KeyEntry | null> =>
      entryBy(db, (query) =>
        query.where('tokens.user_id', '=', userId).where('tokens.hidden', '=', 1n),
      ),
  }
}

const sortColumns = {
  id: 'tokens.id',
  name: 'tokens.name',
  status: 'tokens.status',
  expired_time: 'tokens.expires_at',
  created_time: 'tokens.created_at',
  remain_quota: 'remaining',
  used_quota: 'used',
} as const

/** Every token that is not deleted, with what is left of it and what it has used. */
function withFigures(db: Kysely<Tables>) {
  return db
    .selectFrom('tokens')
    .leftJoin('ledger_accounts as allowance', (join) =>
      join.on(sql<boolean>`allowance.code = 'limit:' || tokens.id`),
    )
    .leftJoin('usage_rollup as total', (join) =>
      join
        .onRef('total.scope_id', '=', 'tokens.id')
        .on('total.scope', '=', 'token')
        .on('total.hour', '=', 0n)
        .on('total.model', '=', ''),
    )
    .where('tokens.deleted_at', 'is', null)
    .selectAll('tokens')
    .select([
      sql<bigint>`coalesce(allowance.balance, 0)`.as('remaining'),
      sql<bigint>`coalesce(total.quota, 0)`.as('used'),
      // The newest row of the log: found by the index (token, id), and nothing to keep up to date.
      sql<bigint | null>`(
        select created_at from usage_log
        where usage_log.token_id = tokens.id order by usage_log.id desc limit 1
      )`.as('last_used'),
    ])
}

function filtered(
  rows: ReturnType<typeof withFigures>,
  userId: bigint,
  query: z.output<typeof TokenQuery>,
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

type TokenRow = Selectable<Tables['tokens']>

type FigureRow = TokenRow & { remaining: bigint; used: bigint; last_used: bigint | null }

const tokenWithFigures = (row: FigureRow) => ({
  ...tokenFrom(row),
  accessedAt: row.last_used === null ? null : Number(row.last_used),
  remaining: BigInt(row.remaining),
  used: BigInt(row.used),
})

function tokenFrom(row: TokenRow): Token {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    enabled: row.status === 1n,
    unlimited: row.unlimited_quota === 1n,
    cache: row.cache === 1n,
    hidden: row.hidden === 1n,
    group: row.group,
    limits: TokenLimits.parse(JSON.parse(row.setting)),
    keyPrefix: row.key_prefix,
    keyTail: row.key_tail,
    createdAt: Number(row.created_at),
    accessedAt: row.accessed_at === null ? null : Number(row.accessed_at),
    expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  }
}

type TokensQuery = SelectQueryBuilder<Tables, 'tokens', object>

async function entryBy(
  db: Kysely<Tables>,
  narrow: (query: TokensQuery) => TokensQuery,
): Promise<KeyEntry | null> {
  const token = await narrow(db.selectFrom('tokens'))
    .where('tokens.deleted_at', 'is', null)
    .selectAll('tokens')
    .executeTakeFirst()
  if (token === undefined) return null
  const owner = await db
    .selectFrom('users')
    .where('id', '=', token.user_id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  return owner === undefined ? null : { token: tokenFrom(token), owner: accountFrom(owner) }
}
