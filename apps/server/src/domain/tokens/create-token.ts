import type { TokenInput } from '@posthouse/contract/token'
import { Refusal } from '@posthouse/contract/refusal'
import type { Kysely, Transaction } from 'kysely'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Tables } from '../../db/tables.ts'
import type { Sealer } from '../../lib/seal.ts'
import { hashOfKey, keyParts, newKey } from './key.ts'

type NewTokenFields = Omit<TokenInput, 'remain_quota' | 'expired_time'> & {
  readonly userId: bigint
  readonly expiresAt: number | null
  readonly hidden: boolean
  readonly at: number
  /** As many as the user may have beside the hidden ones; null: this is one. */
  readonly most: number | null
}

/**
 * Makes a token with a new key. Refuses `token.too-many`. The database gets the key's hash and a sealed copy for its owner;
 * what it may spend is set apart, in the ledger.
 */
export async function createToken(
  token: NewTokenFields,
  { db, seal }: { db: Kysely<Tables>; seal: Sealer },
): Promise<{ id: bigint; key: string }> {
  const key = newKey()
  const id = await db.transaction().execute(async (transaction) => {
    if (token.most !== null) await requireRoom(transaction, token.userId, token.most)
    const row = await transaction
      .insertInto('tokens')
      .values({ ...columnsOf(token), ...keyColumns(key), key_sealed: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .updateTable('tokens')
      .set({ key_sealed: seal.seal(key, keyPlace(row.id)) })
      .where('id', '=', row.id)
      .execute()
    return row.id
  })
  return { id, key }
}

/** Those who make one at the same moment stand in line. */
async function requireRoom(
  transaction: Transaction<Tables>,
  userId: bigint,
  most: number,
): Promise<void> {
  await lockAccount(transaction, userId)
  const { count } = await transaction
    .selectFrom('tokens')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('hidden', '=', 0n)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw new Refusal('token.too-many', { limit: most })
}

/** The columns that change when a token gets another key. */
export const rotated = (id: bigint, key: string, seal: Sealer) => ({
  ...keyColumns(key),
  key_sealed: seal.seal(key, keyPlace(id)),
})

export const keyPlace = (id: bigint) => ({ table: 'tokens', column: 'key_sealed', id: String(id) })

function keyColumns(key: string) {
  const { keyPrefix, keyTail } = keyParts(key)
  return { key_hash: hashOfKey(key), key_prefix: keyPrefix, key_tail: keyTail }
}

const columnsOf = (token: NewTokenFields) => ({
  user_id: token.userId,
  name: token.name,
  status: 1n,
  unlimited_quota: token.unlimited_quota ? 1n : 0n,
  cache: token.cache ? 1n : 0n,
  cost_in_answer: token.cost_in_answer ? 1n : 0n,
  hidden: token.hidden ? 1n : 0n,
  group: token.group,
  setting: JSON.stringify(token.limits),
  created_at: BigInt(token.at),
  accessed_at: null,
  expires_at: token.expiresAt === null ? null : BigInt(token.expiresAt),
  deleted_at: null,
})
