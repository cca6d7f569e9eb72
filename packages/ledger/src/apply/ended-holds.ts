import type { Kysely } from 'kysely'
import type { LedgerTables } from '../tables.ts'

/** Rows per statement, limited because other writers wait for it. */
const rowsMost = 1_000

/**
 * Removes holds that were settled or voided before a moment (epoch milliseconds), and older debts that are paid or
 * written off. Their operations and transfers stay. Expired holds stay too, because a late settlement may still arrive.
 * Returns the number of holds removed.
 */
export async function removeEndedHolds(
  database: Kysely<LedgerTables>,
  before: number,
): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await endedHolds(database, before)
    if (ids.length > 0) await database.deleteFrom('ledger_holds').where('id', 'in', ids).execute()
    removed += ids.length
    if (ids.length < rowsMost) break
  }
  await database
    .deleteFrom('ledger_debts')
    .where('left', '=', 0n)
    .where('at', '<', BigInt(before))
    .execute()
  return removed
}

async function endedHolds(database: Kysely<LedgerTables>, before: number): Promise<string[]> {
  const rows = await database
    .selectFrom('ledger_holds')
    .select('id')
    // A hold is made before it ends, and ids sort by time, so younger rows need not be read.
    .where('id', '<', firstIdAt(before))
    .where('state', 'in', ['settled', 'voided'])
    .where('resolved_at', '<', BigInt(before))
    .orderBy('id')
    .limit(rowsMost)
    .execute()
  return rows.map(({ id }) => id)
}

/** The first 12 hex digits of every UUIDv7 made at that moment (epoch milliseconds). */
function firstIdAt(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
