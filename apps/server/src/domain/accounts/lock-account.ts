import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * Locks an account until the transaction ends, so that counts of its rows stay valid. Uses an update, which locks on both databases.
 */
export async function lockAccount(transaction: Transaction<Tables>, id: bigint): Promise<void> {
  await transaction
    .updateTable('users')
    .set((is) => ({ status: is.ref('status') }))
    .where('id', '=', id)
    .execute()
}
