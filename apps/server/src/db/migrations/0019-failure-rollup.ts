import { type Kysely, sql } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'
import { createIndexOfNodes, createTable } from './columns.ts'

/** Failed attempts by channel, hour and class; those that are still in the table of attempts. */
export async function failureRollup(
  database: Kysely<unknown>,
  dialect: DatabaseDialect,
): Promise<void> {
  await createTable(
    database,
    dialect,
    {
      name: 'failure_rollup',
      keyed: true,
      columns: {
        channel_id: 'integer',
        hour: 'integer',
        failure: 'text',
        node: 'text',
        attempts: 'integer',
      },
    },
    (table) =>
      table.addPrimaryKeyConstraint('failure_rollup_key', [
        'channel_id',
        'hour',
        'failure',
        'node',
      ]),
  )
  await createIndexOfNodes(database, 'failure_rollup')
  await sql`
    insert into failure_rollup (channel_id, hour, failure, attempts)
    select channel_id, started_at / 3600000, failure, count(*) from attempts
    where failure not in ('', 'client-left', 'quota-ran-out', 'server-failed', 'server-stopped')
    group by 1, 2, 3`.execute(database)
}
