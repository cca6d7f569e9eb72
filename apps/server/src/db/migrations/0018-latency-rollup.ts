import { type Kysely, type RawBuilder, sql } from 'kysely'
import { bucketIn } from '../../lib/latency-buckets.ts'
import type { DatabaseDialect } from '../connection.ts'
import { createIndex, createIndexOfNodes, createTable } from './columns.ts'

/** Nobody asks for what is older; of a long log the rest need not be counted. */
const counted = 31 * 86_400_000

/** How long answers took, as counts by length; those of the last rows that are in the log. */
export async function latencyRollup(
  database: Kysely<unknown>,
  dialect: DatabaseDialect,
): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'latency_rollup',
      keyed: true,
      columns: {
        scope: 'text',
        scope_id: 'integer',
        hour: 'integer',
        model: 'text',
        up_to_ms: 'integer',
        node: 'text',
        durations: 'integer',
        first_contents: 'integer',
      },
    },
    (table) =>
      table.addPrimaryKeyConstraint('latency_rollup_key', [
        'scope',
        'scope_id',
        'hour',
        'model',
        'up_to_ms',
        'node',
      ]),
  )
  await createIndexOfNodes(database, 'latency_rollup')
  await createIndex(database, 'latency_rollup', ['scope', 'hour'])
  await countLog(database, 'user', sql.ref('user_id'))
  await countLog(database, 'channel', sql.ref('channel_id'))
}

async function countLog(
  database: Kysely<unknown>,
  scope: string,
  scopeId: RawBuilder<unknown>,
): Promise<void> {
  const isCounted = sql`type = 2 and created_at >= ${sql.lit(Date.now() - counted)}`
  const key = sql`${scopeId} as scope_id, created_at / 3600000 as hour, model`
  await sql`
    insert into latency_rollup (scope, scope_id, hour, model, up_to_ms, durations, first_contents)
    select ${sql.lit(scope)}, scope_id, hour, model, up_to_ms, sum(duration), sum(first_content)
    from (
      select ${key}, ${bucketIn('duration_ms')} as up_to_ms, 1 as duration, 0 as first_content
      from usage_log where ${isCounted}
      union all
      select ${key}, ${bucketIn('first_content_ms')}, 0, 1
      from usage_log where ${isCounted} and first_content_ms is not null
    ) as lengths
    group by scope_id, hour, model, up_to_ms`.execute(database)
}
