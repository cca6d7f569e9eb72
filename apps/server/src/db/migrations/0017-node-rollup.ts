import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createTable } from './columns.ts'

/**
 * Roll-ups of one node each. `usage_rollup` stays as it is, for it is what the version before writes, and what
 * journals of before have in them.
 */
export const nodeRollup = (database: Kysely<unknown>, dialect: DatabaseDialect): Promise<void> =>
  createTable(
    database,
    dialect,
    {
      name: 'node_rollup',
      keyed: true,
      columns: {
        scope: 'text',
        scope_id: 'integer',
        hour: 'integer',
        model: 'text',
        node: 'text',
        requests: 'integer',
        errors: 'integer',
        quota: 'integer',
        input_tokens: 'integer',
        output_tokens: 'integer',
        duration_ms: 'integer',
        first_content_ms: 'integer',
        first_content_count: 'integer',
        doubts: 'integer',
      },
    },
    (table) =>
      table.addPrimaryKeyConstraint('node_rollup_key', [
        'scope',
        'scope_id',
        'hour',
        'model',
        'node',
      ]),
  )
