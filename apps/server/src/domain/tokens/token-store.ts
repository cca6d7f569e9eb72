import { TokenLimits } from '@posthouse/contract/token'
import {
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  type Transaction,
  type Updateable,
} from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { KeyEntry } from './key-entry.ts'
import type { Token } from './token.ts'
import { accountFrom } from '../accounts/account-store.ts'

export type TokenStore = ReturnType<typeof createTokenStore>

export function createTokenStore(db: Kysely<Tables>) {
  return {
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
        .set((is) => ({ ...change, version: is('version', '+', 1n) }))
        .where('id', '=', of.id)
        .where('user_id', '=', of.userId)
        .execute()
    },

    /** The bearer of the key with this hash: token and owner, whatever state they are in. */
    findEntry: (keyHash: string): Promise<KeyEntry | null> =>
      entryBy(db, (query) => query.where('tokens.key_hash', '=', keyHash)),

    findEntryOf: (id: bigint): Promise<KeyEntry | null> =>
      entryBy(db, (query) => query.where('tokens.id', '=', id)),

    findPlayground: (userId: bigint): Promise<KeyEntry | null> =>
      entryBy(db, (query) =>
        query.where('tokens.user_id', '=', userId).where('tokens.hidden', '=', 1n),
      ),
  }
}

export type TokenRow = Selectable<Tables['tokens']>

export function tokenFrom(row: TokenRow): Token {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    enabled: row.status === 1n,
    unlimited: row.unlimited_quota === 1n,
    cache: row.cache === 1n,
    costInAnswer: row.cost_in_answer === 1n,
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
