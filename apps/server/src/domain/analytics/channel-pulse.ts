import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { percentileOf } from '../../lib/latency-buckets.ts'
import { inRollups } from '../usage-log/rollups/rollup-rows.ts'

const hourMs = 3_600_000

/** How a channel has done lately. */
export type Pulse = {
  /** Good answers. */
  readonly answered: number
  /** Failed attempts, those included that another channel then answered. */
  readonly failed: number
  /** Half of its answers took no longer, in milliseconds; null: there were none. */
  readonly p50: number | null
}

export const noPulse: Pulse = { answered: 0, failed: 0, p50: null }

/** Of this hour and the one before: the last sixty minutes, and up to an hour more. */
export async function pulsesOf(
  db: Kysely<Tables>,
  ids: readonly bigint[],
  now: number,
): Promise<ReadonlyMap<string, Pulse>> {
  if (ids.length === 0) return new Map()
  const since = BigInt(Math.floor(now / hourMs) - 1)
  const list = sql.join(ids)
  const used = inRollups(
    (rollup) => sql`select scope_id, requests - errors as answers from ${rollup}
      where scope = 'channel' and hour >= ${since} and scope_id in (${list})`,
  )
  const [answered, failed, latencies] = await Promise.all([
    sql<{ id: bigint; count: bigint }>`
      select used.scope_id as id, cast(sum(used.answers) as bigint) as count
      from ${used} as used group by used.scope_id`.execute(db),
    db
      .selectFrom('failure_rollup')
      .where('hour', '>=', since)
      .where('channel_id', 'in', ids)
      .select(['channel_id as id', sql<bigint>`cast(sum(attempts) as bigint)`.as('count')])
      .groupBy('channel_id')
      .execute(),
    db
      .selectFrom('latency_rollup')
      .where('scope', '=', 'channel')
      .where('hour', '>=', since)
      .where('scope_id', 'in', ids)
      .select([
        'scope_id as id',
        'up_to_ms',
        sql<bigint>`cast(sum(durations) as bigint)`.as('count'),
      ])
      .groupBy(['scope_id', 'up_to_ms'])
      .execute(),
  ])
  const countIn = (rows: readonly { id: bigint; count: bigint }[], id: bigint): number =>
    Number(rows.find((row) => row.id === id)?.count ?? 0n)
  return new Map(
    ids.map((id) => {
      const own = latencies.filter((row) => row.id === id)
      const counts = new Map(own.map(({ up_to_ms: bucket, count }) => [Number(bucket), count]))
      return [
        String(id),
        {
          answered: countIn(answered.rows, id),
          failed: countIn(failed, id),
          p50: percentileOf(counts, 50),
        },
      ]
    }),
  )
}
