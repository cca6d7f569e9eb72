import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { addColumn, createIndex, createTable } from './columns.ts'

/** What takes a bulk change back, and by what it knows that nobody has changed a row since. */
export async function undo(database: Kysely<unknown>, dialect: DatabaseDialect): Promise<void> {
  await addColumn(database, 'channels', 'version')
  await addColumn(database, 'tokens', 'version')
  await createTable(database, dialect, {
    name: 'undo_entries',
    columns: {
      id: 'name',
      user_id: 'integer',
      kind: 'text',
      columns: 'text',
      rows: 'text',
      created_at: 'integer',
      expires_at: 'integer',
    },
  })
  await createIndex(database, 'undo_entries', ['user_id', 'created_at'])
  await createIndex(database, 'undo_entries', ['expires_at'])
}
