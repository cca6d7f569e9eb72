import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

type Row = Readonly<Record<string, string | number | bigint | null>>

/** Writes what the gateway recorded beside the money: attempts, and refusals before a hold. */
export async function writeRecords(
  db: Kysely<Tables>,
  batch: { readonly attempts: readonly Row[]; readonly refused: readonly Row[] },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (batch.attempts.length > 0) {
      await transaction
        .insertInto('attempts')
        .values(batch.attempts as Insertable<Tables['attempts']>[])
        .execute()
    }
    if (batch.refused.length > 0) {
      await transaction
        .insertInto('usage_log')
        .values(batch.refused as Insertable<Tables['usage_log']>[])
        .execute()
    }
  })
}
