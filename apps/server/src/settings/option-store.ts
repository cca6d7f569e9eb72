import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

export type OptionStore = ReturnType<typeof createOptionStore>

/** Settings as they are stored: keys and texts. */
export function createOptionStore(db: Kysely<Tables>) {
  return {
    async all(): Promise<Map<string, string>> {
      const rows = await db.selectFrom('options').select(['key', 'value']).execute()
      return new Map(rows.map(({ key, value }) => [key, value]))
    },

    async set(transaction: Transaction<Tables>, key: string, value: string, at: number) {
      await transaction
        .insertInto('options')
        .values({ key, value, updated_at: BigInt(at) })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ value, updated_at: BigInt(at) }),
        )
        .execute()
    },
  }
}
