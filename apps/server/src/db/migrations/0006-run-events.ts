import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createTable } from './columns.ts'

/** Events of responses that are made in the background, for clients who follow them on any node. */
export const runEvents = (database: Kysely<unknown>, dialect: DatabaseDialect): Promise<void> =>
  createTable(
    database,
    dialect,
    {
      name: 'response_events',
      columns: { user_id: 'integer', response_id: 'text', number: 'integer', events: 'text' },
    },
    (table) =>
      table.addPrimaryKeyConstraint('response_events_key', ['user_id', 'response_id', 'number']),
  )
