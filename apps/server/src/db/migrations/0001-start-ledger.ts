import { sql } from 'kysely'
import { createIndex, createTable } from './columns.ts'
import type { Schema } from './columns.ts'

export async function createLedger({ database, dialect }: Schema): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'ledger_accounts',
      columns: {
        id: 'identity',
        code: 'text',
        ledger: 'text',
        balance: 'integer',
        held: 'integer',
        window_limit: 'integer?',
        resets_at: 'integer?',
        updated_at: 'integer',
      },
    },
    // The law, once more, where no code can forget it.
    (table) => table.addCheckConstraint('held_of_balance', sql`held >= 0 and held <= balance`),
  )
  await createIndex(database, 'ledger_accounts', ['code'], 'unique')

  await createTable(database, dialect, {
    name: 'ledger_holds',
    keyed: true,
    columns: {
      id: 'name',
      state: 'text',
      amount: 'integer',
      accounts: 'text',
      incarnation: 'text',
      created_at: 'integer',
      resolved_at: 'integer?',
      reason: 'text?',
    },
  })
  // Pending holds are few and the rest is history.
  await database.schema
    .createIndex('ledger_holds_pending')
    .on('ledger_holds')
    .columns(['incarnation', 'created_at'])
    .where(sql.ref('state'), '=', sql.lit('pending'))
    .execute()
}

export async function createLedgerRecords({ database, dialect }: Schema): Promise<void> {
  await createTable(database, dialect, {
    name: 'ledger_operations',
    columns: {
      id: 'identity',
      cause: 'text',
      kind: 'text',
      actor: 'text',
      remark: 'text',
      book_revision: 'integer',
      late: 'integer',
      at: 'integer',
    },
  })
  await createIndex(database, 'ledger_operations', ['cause', 'kind'], 'unique')

  await createTable(
    database,
    dialect,
    {
      name: 'ledger_transfers',
      columns: {
        id: 'identity',
        operation_id: 'integer',
        ledger: 'text',
        debit: 'text',
        credit: 'text',
        amount: 'integer',
      },
    },
    (table) =>
      table
        .addCheckConstraint('amount_positive', sql`amount > 0`)
        .addForeignKeyConstraint('transfer_of_operation', ['operation_id'], 'ledger_operations', [
          'id',
        ]),
  )
  await createIndex(database, 'ledger_transfers', ['operation_id'])
  await createIndex(database, 'ledger_transfers', ['debit', 'id'])
  // Every charge is credited to one of two accounts whose history nobody pages through.
  await sql`create index ledger_transfers_by_credit_id on ledger_transfers (credit, id)
    where credit not in ('revenue', 'allowed')`.execute(database)

  await createTable(database, dialect, {
    name: 'ledger_incarnations',
    columns: { id: 'name', started_at: 'integer', heartbeat_at: 'integer', ended_at: 'integer?' },
  })
}
