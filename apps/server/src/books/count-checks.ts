import { sql } from 'kysely'
import type { DatabaseDialect } from '../db/connection.ts'
import { storedMeters } from '../db/stored-meters.ts'
import { bucketIn } from '../lib/latency-buckets.ts'
import type { RowCheck } from './finding.ts'

const hourMs = 3_600_000

/** Sums of the log, as they are kept by hour. Refusals have no channel. */
export const rollupScopes = [
  { scope: 'all', of: sql.lit(0), where: sql`` },
  { scope: 'user', of: sql.ref('user_id'), where: sql`` },
  { scope: 'token', of: sql.ref('token_id'), where: sql`` },
  { scope: 'channel', of: sql.ref('channel_id'), where: sql`and channel_id > 0` },
] as const

/** More than there were calls there cannot be. */
const latencies = (since: number): readonly RowCheck[] =>
  rollupScopes
    .filter(({ scope }) => scope === 'user' || scope === 'channel')
    .flatMap(({ scope, of }) =>
      (
        [
          ['durations', 'duration_ms'],
          ['first_contents', 'first_content_ms'],
        ] as const
      ).map(([counts, lengths]) => ({
        fine: `no length of ${counts} by ${scope} counts more than the log has`,
        wrong: `lengths of ${counts} by ${scope} that count more than the log has`,
        rows: sql<{ id: string }>`
        select kept.scope_id || ' ' || kept.hour || ' ' || kept.model || ' ' || kept.up_to_ms as id
        from (
          select scope_id, hour, model, up_to_ms, sum(${sql.ref(counts)}) as calls
          from latency_rollup
          where scope = ${sql.lit(scope)} and hour >= ${BigInt(Math.floor(since / hourMs))}
          group by 1, 2, 3, 4
        ) as kept
        left join (
          select ${of} as scope_id, created_at / 3600000 as hour, model,
            ${bucketIn(lengths)} as up_to_ms, count(*) as calls
          from usage_log
          where type = 2 and created_at >= ${BigInt(since)} and ${sql.ref(lengths)} is not null
          group by 1, 2, 3, 4
        ) as counted on counted.scope_id = kept.scope_id and counted.hour = kept.hour
          and counted.model = kept.model and counted.up_to_ms = kept.up_to_ms
        where kept.calls > coalesce(counted.calls, 0)`,
      })),
    )

/** As with lengths. */
const meters = (since: number, dialect: DatabaseDialect): readonly RowCheck[] =>
  rollupScopes
    .filter(({ scope }) => scope === 'user' || scope === 'channel')
    .map(({ scope, of }) => {
      const used = sql`(select ${of} as scope_id, created_at / 3600000 as hour, model, usage
        from usage_log where type in (2, 5) and created_at >= ${BigInt(since)})`
      return {
        fine: `no meter by ${scope} counts more than the log has`,
        wrong: `meters by ${scope} that count more than the log has`,
        rows: sql<{ id: string }>`
        select kept.scope_id || ' ' || kept.hour || ' ' || kept.model || ' ' || kept.meter as id
        from (
          select scope_id, hour, model, meter, sum(amount) as amount from meter_rollup
          where scope = ${sql.lit(scope)} and hour >= ${BigInt(Math.floor(since / hourMs))}
          group by 1, 2, 3, 4
        ) as kept
        left join (
          select scope_id, hour, model, meter, sum(amount) as amount
          from ${storedMeters(dialect, used, ['scope_id', 'hour', 'model'])} as metered
          group by 1, 2, 3, 4
        ) as counted on counted.scope_id = kept.scope_id and counted.hour = kept.hour
          and counted.model = kept.model and counted.meter = kept.meter
        where kept.amount > coalesce(counted.amount, 0)`,
      }
    })

/** These are written best effort: there may be fewer. */
const failures = (since: number): readonly RowCheck[] => [
  {
    fine: 'no failed attempts are counted that are not there',
    wrong: 'counts of failed attempts above what there is',
    rows: sql<{ id: string }>`
      select kept.channel_id || ' ' || kept.hour || ' ' || kept.failure as id
      from (
        select channel_id, hour, failure, sum(attempts) as attempts from failure_rollup
        where hour >= ${BigInt(Math.floor(since / hourMs))} group by 1, 2, 3
      ) as kept
      left join (
        select channel_id, started_at / 3600000 as hour, failure, count(*) as attempts
        from attempts where started_at >= ${BigInt(since)} group by 1, 2, 3
      ) as counted on counted.channel_id = kept.channel_id and counted.hour = kept.hour
        and counted.failure = kept.failure
      where kept.attempts > coalesce(counted.attempts, 0)`,
  },
]

/** Counts beside the sums: no more of anything than there is. */
export const countChecks = (since: number, dialect: DatabaseDialect): readonly RowCheck[] => [
  ...latencies(since),
  ...meters(since, dialect),
  ...failures(since),
]
