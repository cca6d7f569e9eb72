import type { Kysely } from 'kysely'
import { addColumn } from './columns.ts'

/**
 * Which figures of a supplier were above what can be, how many reports of a channel had such figures, and
 * the limit of the output that we added.
 */
export async function doubts(database: Kysely<unknown>): Promise<void> {
  await addColumn(database, 'usage_log', 'doubts', 'text')
  await addColumn(database, 'usage_log', 'added_limit')
  await addColumn(database, 'usage_rollup', 'doubts')
}
