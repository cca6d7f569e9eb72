import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { openOrNull, type Sealer } from '../../lib/seal.ts'
import { isSettingKey, specOf } from './settings.ts'

export type OptionStore = ReturnType<typeof createOptionStore>

/** Stored settings by key. Secrets are sealed; one that cannot be decrypted is empty. */
export function createOptionStore(db: Kysely<Tables>, seal: Sealer) {
  return {
    async all(): Promise<Map<string, string>> {
      const rows = await db.selectFrom('options').select(['key', 'value']).execute()
      return new Map(
        rows.map(({ key, value }) => [
          key,
          isSealed(key, value) ? (openOrNull(seal, value, placeOf(key)) ?? '') : value,
        ]),
      )
    },

    /** When each was last set, in epoch milliseconds. */
    async times(): Promise<Map<string, number>> {
      const rows = await db.selectFrom('options').select(['key', 'updated_at']).execute()
      return new Map(rows.map(({ key, updated_at }) => [key, Number(updated_at)]))
    },

    async set(transaction: Transaction<Tables>, key: string, plain: string, at: number) {
      const value = isSealed(key, plain) ? seal.seal(plain, placeOf(key)) : plain
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

/** An empty text means no secret. */
const isSealed = (key: string, value: string): boolean =>
  isSettingKey(key) && specOf(key).secret === true && value !== ''

const placeOf = (key: string) => ({ table: 'options', column: 'value', id: key })
