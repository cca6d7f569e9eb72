import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Account, isRoot } from '../accounts/account.ts'
import { randomText } from '../../lib/ids.ts'
import type { Sealer } from '../../lib/seal.ts'
import { codePlace, hashOfCode, newCode } from './code.ts'

type NewRedemptions = {
  readonly name: string
  readonly quota: bigint
  readonly count: number
  readonly expiresAt: number | null
  readonly creator: Pick<Account, 'id' | 'role'>
  readonly at: number
  /** Runs in the transaction: refuses what may not be made. */
  readonly allow: (transaction: Transaction<Tables>) => Promise<void>
}

/** Well below what a statement of PostgreSQL or SQLite can carry. */
const rowsOfStatement = 100

/** Makes codes of one batch, all or none, and answers them in the order of their rows. */
export async function createRedemptions(
  { name, quota, count, expiresAt, creator, at, allow }: NewRedemptions,
  { db, seal }: { readonly db: Kysely<Tables>; readonly seal: Sealer },
): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  const batch = randomText(12)
  const rows = codes.map((code) => {
    const keyHash = hashOfCode(code)
    return {
      name,
      status: 1n,
      quota,
      key_hash: keyHash,
      key_sealed: seal.seal(code, codePlace(keyHash)),
      batch,
      batch_size: BigInt(count),
      created_by: creator.id,
      administrator_id: isRoot(creator) ? 0n : creator.id,
      created_at: BigInt(at),
      expires_at: expiresAt === null ? null : BigInt(expiresAt),
      redeemed_at: null,
      redeemed_by: null,
      deleted_at: null,
    }
  })
  await db.transaction().execute(async (transaction) => {
    await allow(transaction)
    for (let start = 0; start < rows.length; start += rowsOfStatement) {
      await transaction
        .insertInto('redemptions')
        .values(rows.slice(start, start + rowsOfStatement))
        .execute()
    }
  })
  return codes
}
