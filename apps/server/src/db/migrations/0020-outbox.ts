import { type Kysely, sql } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createIndex, createTable } from './columns.ts'

/** What is to be told to others, written in the transaction that it tells of. */
export async function outbox(database: Kysely<unknown>, dialect: DatabaseDialect): Promise<void> {
  await createTable(database, dialect, {
    name: 'outbox',
    columns: {
      id: 'name',
      kind: 'text',
      key: 'text',
      payload: 'text',
      created_at: 'integer',
      due_at: 'integer',
      attempts: 'integer',
      last_error: 'text',
      delivered_at: 'integer?',
      given_up_at: 'integer?',
    },
  })
  await createIndex(database, 'outbox', ['kind', 'key'], 'unique')
  // What is over stays a month, and is far more than what is due.
  await database.schema
    .createIndex('outbox_due')
    .on('outbox')
    .columns(['due_at'])
    .where(sql.ref('delivered_at'), 'is', null)
    .where(sql.ref('given_up_at'), 'is', null)
    .execute()
}
