import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { UserGroup } from './group.ts'

export type GroupStore = ReturnType<typeof createGroupStore>

/** Groups in the database. */
export const createGroupStore = (db: Kysely<Tables>) => ({
  async enabled(): Promise<UserGroup[]> {
    const rows = await db
      .selectFrom('user_groups')
      .where('enabled', '=', 1n)
      .where('deleted_at', 'is', null)
      .selectAll()
      .orderBy('id')
      .execute()
    return rows.map(groupFrom)
  },

  /** Belongs into a transaction which also bumps the revision. */
  async insert(transaction: Transaction<Tables>, groups: readonly UserGroup[]): Promise<void> {
    await transaction.insertInto('user_groups').values(groups.map(rowOf)).execute()
  },
})

const groupFrom = (row: Selectable<Tables['user_groups']>): UserGroup => ({
  symbol: row.symbol,
  name: row.name,
  ratioMillionths: row.ratio_millionths,
  requestsPerMinute: Number(row.rpm),
  public: row.public === 1n,
})

const rowOf = (group: UserGroup) => ({
  symbol: group.symbol,
  name: group.name,
  ratio_millionths: group.ratioMillionths,
  rpm: BigInt(group.requestsPerMinute),
  public: group.public ? 1n : 0n,
  enabled: 1n,
})
