import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * Whoever takes it for the same account stands in line until this transaction ends, so that what is counted
 * of the account stays true. An update: both databases know it.
 */
export async function lockAccount(transaction: Transaction<Tables>, id: bigint): Promise<void> {
  await transaction
    .updateTable('users')
    .set((is) => ({ status: is.ref('status') }))
    .where('id', '=', id)
    .execute()
}
