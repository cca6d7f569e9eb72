import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createIndex, createTable } from './columns.ts'

/** Rows of the log that were put away, compressed: a part of a day each. */
export async function logArchives(
  database: Kysely<unknown>,
  dialect: DatabaseDialect,
): Promise<void> {
  await createTable(database, dialect, {
    name: 'log_archives',
    columns: { id: 'identity', day: 'text', rows: 'integer', content: 'bytes' },
  })
  await createIndex(database, 'log_archives', ['day', 'id'])
}
