import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { addColumn, createTable } from './columns.ts'

/** What charges could not take from their wallets while other holds covered them. */
export async function debts(database: Kysely<unknown>, dialect: DatabaseDialect): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'ledger_debts',
      columns: {
        hold: 'name',
        wallet: 'text',
        left: 'integer',
        collected: 'integer',
        at: 'integer',
      },
    },
    (table) => table.addCheckConstraint('left_of_debt', sql`"left" >= 0`),
  )
  // Open debts are few and the rest is history.
  await database.schema
    .createIndex('ledger_debts_open')
    .on('ledger_debts')
    .columns(['wallet', 'at'])
    .where(sql.ref('left'), '>', sql.lit(0))
    .execute()
  await addColumn(database, 'ledger_accounts', 'owed')
}
