import { Refusal } from '@posthouse/contract/refusal'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { randomHex, sha256 } from '../../lib/ids.ts'
import { accountFrom } from './account-store.ts'
import type { Account } from './account.ts'
import { lockAccount } from './lock-account.ts'

/** Access tokens per account. */
const accessTokensMost = 20
const refreshAfterMs = 60_000

/** A credential for scripts to call the management API. */
export type AccessToken = {
  readonly id: bigint
  readonly name: string
  /** Last characters of the token. */
  readonly tail: string
  readonly createdAt: number
  readonly usedAt: number | null
  /** Quota of redemption codes it may create per day. */
  readonly codesPerDay: bigint
}

type AccessTokenFields = Pick<AccessToken, 'name' | 'codesPerDay'>
type NewAccessToken = { readonly row: AccessToken; readonly token: string }

export type AccessTokenStore = ReturnType<typeof createAccessTokenStore>

/** Only hashes are stored, so a copy of the table grants no access. */
export function createAccessTokenStore(db: Kysely<Tables>, clock: Clock) {
  return {
    /** Creates a token and returns its text, which is not stored. */
    async create(
      userId: bigint,
      { name, codesPerDay }: AccessTokenFields,
    ): Promise<NewAccessToken> {
      const token = `pat_${randomHex(20)}`
      const values = {
        user_id: userId,
        name,
        token_hash: sha256(token),
        tail: token.slice(-4),
        created_at: BigInt(clock.now()),
        used_at: null,
        codes_per_day: codesPerDay,
      }
      const row = await db.transaction().execute((transaction) => insert(transaction, values))
      return { row: accessTokenFrom(row), token }
    },

    async listOf(userId: bigint): Promise<AccessToken[]> {
      const rows = await db
        .selectFrom('access_tokens')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(accessTokenFrom)
    },

    /** False if the account has no such token. */
    async remove(userId: bigint, id: bigint): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('access_tokens')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Removes all but those in `kept`. */
    removeAllOf: (userId: bigint, kept: readonly bigint[] = [], connection = db) =>
      removeAllBut(connection, userId, kept),

    /** The current account of a token. Null for an unknown token or if its owner may not sign in. */
    async findOwner(token: string): Promise<{ account: Account; tokenId: bigint } | null> {
      if (token === '') return null
      const now = clock.now()
      const row = await db
        .selectFrom('access_tokens')
        .innerJoin('users', 'users.id', 'access_tokens.user_id')
        .where('token_hash', '=', sha256(token))
        .where('users.deleted_at', 'is', null)
        .where('users.status', '=', 1n)
        .selectAll('users')
        .select(['access_tokens.id as token_id', 'used_at'])
        .executeTakeFirst()
      if (row === undefined) return null
      if (now - Number(row.used_at ?? 0) > refreshAfterMs) await touch(db, row.token_id, now)
      return { account: accountFrom(row), tokenId: row.token_id }
    },
  }
}

async function insert(
  transaction: Transaction<Tables>,
  values: Insertable<Tables['access_tokens']>,
): Promise<Selectable<Tables['access_tokens']>> {
  await requireRoom(transaction, values.user_id)
  return transaction
    .insertInto('access_tokens')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function removeAllBut(
  db: Kysely<Tables>,
  userId: bigint,
  kept: readonly bigint[],
): Promise<void> {
  await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .execute()
}

async function requireRoom(transaction: Transaction<Tables>, userId: bigint): Promise<void> {
  await lockAccount(transaction, userId)
  const { count } = await transaction
    .selectFrom('access_tokens')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= accessTokensMost) {
    throw new Refusal('access-token.too-many', { limit: accessTokensMost })
  }
}

async function touch(db: Kysely<Tables>, id: bigint, now: number): Promise<void> {
  await db
    .updateTable('access_tokens')
    .set({ used_at: BigInt(now) })
    .where('id', '=', id)
    .execute()
}

const accessTokenFrom = (row: Selectable<Tables['access_tokens']>): AccessToken => ({
  id: row.id,
  name: row.name,
  tail: row.tail,
  createdAt: Number(row.created_at),
  usedAt: row.used_at === null ? null : Number(row.used_at),
  codesPerDay: row.codes_per_day,
})
