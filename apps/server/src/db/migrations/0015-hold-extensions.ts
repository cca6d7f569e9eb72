import type { Kysely } from 'kysely'
import { addColumn } from './columns.ts'

/** What was added to a hold while its answer ran, for the receipt. */
export const holdExtensions = (database: Kysely<unknown>): Promise<void> =>
  addColumn(database, 'usage_log', 'extensions', 'text')
