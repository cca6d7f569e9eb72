import type { Kysely } from 'kysely'
import { addColumn, createIndex } from './columns.ts'

/** How much a kept response takes, found in the order in which a user's oldest make room. */
export async function keptBytes(database: Kysely<unknown>): Promise<void> {
  await addColumn(database, 'responses', 'bytes')
  await createIndex(database, 'responses', ['user_id', 'created_at', 'bytes'])
}
