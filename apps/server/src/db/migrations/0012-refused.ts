import type { Kysely } from 'kysely'
import { addColumn } from './columns.ts'

/** How many settlements lie beside the journal of a node: any node can tell an administrator. */
export const refused = (database: Kysely<unknown>): Promise<void> =>
  addColumn(database, 'ledger_incarnations', 'refused')
