import type { Kysely } from 'kysely'
import { addColumn } from './columns.ts'

/** Holds that belong to a task, and to no life of a process. */
export const holdTask = (database: Kysely<unknown>): Promise<void> =>
  addColumn(database, 'ledger_holds', 'task', 'text')
