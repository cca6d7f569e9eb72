import { type Kysely, sql } from 'kysely'

/** A refund asks which limits were set since its charge: a few operations among all that were charged. */
export async function limitsSet(database: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_operations_that_allow on ledger_operations (id)
    where kind = 'allow'`.execute(database)
}
