import { type Kysely, type RawBuilder, sql } from 'kysely'
import { storedMeters } from '../stored-meters.ts'
import type { DatabaseDialect } from '../connection.ts'
import { createIndex, createIndexOfNodes, createTable } from './columns.ts'

/** Of a long log, what is older need not be counted. */
const counted = 31 * 86_400_000

/** What calls used, by hour, model and meter; of those in the log, the last. */
export async function meterRollup(
  database: Kysely<unknown>,
  dialect: DatabaseDialect,
): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'meter_rollup',
      keyed: true,
      columns: {
        scope: 'text',
        scope_id: 'integer',
        hour: 'integer',
        model: 'text',
        meter: 'text',
        node: 'text',
        amount: 'integer',
      },
    },
    (table) =>
      table.addPrimaryKeyConstraint('meter_rollup_key', [
        'scope',
        'scope_id',
        'hour',
        'model',
        'meter',
        'node',
      ]),
  )
  await createIndexOfNodes(database, 'meter_rollup')
  await createIndex(database, 'meter_rollup', ['scope', 'hour'])
  const since = sql.lit(Math.floor((Date.now() - counted) / 3_600_000) * 3_600_000)
  const count = async (scope: string, scopeId: RawBuilder<unknown>): Promise<void> => {
    const rows = sql`(select ${scopeId} as scope_id, created_at / 3600000 as hour, model, usage
      from usage_log where type in (2, 5) and created_at >= ${since})`
    await sql`
      insert into meter_rollup (scope, scope_id, hour, model, meter, amount)
      select ${sql.lit(scope)}, scope_id, hour, model, meter, sum(amount)
      from ${storedMeters(dialect, rows, ['scope_id', 'hour', 'model'])} as metered
      group by scope_id, hour, model, meter`.execute(database)
  }
  await count('user', sql.ref('user_id'))
  await count('channel', sql.ref('channel_id'))
}
