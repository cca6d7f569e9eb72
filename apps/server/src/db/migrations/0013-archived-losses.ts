import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createIndex, createTable } from './columns.ts'

/** What losses are filtered by, of calls whose rows were put away; the amounts are the ledger's. */
export async function archivedLosses(
  database: Kysely<unknown>,
  dialect: DatabaseDialect,
): Promise<void> {
  await createTable(database, dialect, {
    name: 'archived_losses',
    columns: {
      request_id: 'name',
      type: 'integer',
      created_at: 'integer',
      user_id: 'integer',
      username: 'text',
      token_name: 'text',
      channel_id: 'integer',
      model: 'text',
      source_ip: 'text',
      doubts: 'text',
    },
  })
  await createIndex(database, 'archived_losses', ['created_at'])
}
