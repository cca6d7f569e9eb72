import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createTable } from './columns.ts'

/** Which forms of stored values each life of a process can read. */
export const nodeForms = (database: Kysely<unknown>, dialect: DatabaseDialect): Promise<void> =>
  createTable(database, dialect, {
    name: 'node_forms',
    columns: { incarnation: 'name', form: 'integer' },
  })
