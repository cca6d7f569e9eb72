import type { Kysely } from 'kysely'
import { addColumn } from './columns.ts'

/** What the last test of a channel failed with. Empty: it passed, or there was none. */
export const testFailure = (database: Kysely<unknown>): Promise<void> =>
  addColumn(database, 'channels', 'test_failure', 'text')
