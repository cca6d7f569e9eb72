import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { bucketIn, percentileOf } from '../../../lib/latency-buckets.ts'
import { filtered, type LogFilter, narrowed } from '../log-filter.ts'
import { withAccount } from '../log-sums.ts'
import { planSums, type RolledHours } from '../sums-plan.ts'

/** The milliseconds that half, 95 and 99 of a hundred answers did not exceed; null: there were none. */
type Percentiles = Record<'p50' | 'p95' | 'p99', number | null>

export type Latencies = { readonly duration: Percentiles; readonly firstContent: Percentiles }

type LatencyBucketRow = {
  readonly up_to_ms: bigint
  readonly durations: bigint
  readonly firsts: bigint
}

/**
 * Of the answers of a filter, not of its failures, and of its last week alone: an hour has many rows a model, and a
 * strip is read with every page. From the roll-ups where they can tell, else from the rows.
 */
export async function latenciesOf(
  db: Kysely<Tables>,
  asked: LogFilter,
  now: number,
): Promise<Latencies> {
  const { hours, rows } = planSums(await withAccount(db, lastWeekOf(asked, now)))
  const found = await Promise.all([
    ...(hours === null ? [] : [countedIn(db, hours)]),
    ...rows.map((filter) => countedFrom(db, filter)),
  ])
  const all = found.flat()
  return {
    duration: percentilesOf(all, 'durations'),
    firstContent: percentilesOf(all, 'firsts'),
  }
}

const weekSeconds = 7 * 86_400

function lastWeekOf(filter: LogFilter, now: number): LogFilter {
  const today = Math.floor(now / 1_000)
  const end = filter.end_timestamp > 0 ? Math.min(filter.end_timestamp, today) : today
  return { ...filter, start_timestamp: Math.max(filter.start_timestamp, end - weekSeconds) }
}

function percentilesOf(
  all: readonly LatencyBucketRow[],
  what: 'durations' | 'firsts',
): Percentiles {
  const counts = new Map<number, bigint>()
  for (const counted of all) {
    const bucket = Number(counted.up_to_ms)
    counts.set(bucket, (counts.get(bucket) ?? 0n) + BigInt(counted[what]))
  }
  const percentile = (hundredths: number) => percentileOf(counts, hundredths)
  return { p50: percentile(50), p95: percentile(95), p99: percentile(99) }
}

const countedIn = (db: Kysely<Tables>, hours: RolledHours): Promise<LatencyBucketRow[]> =>
  db
    .selectFrom('latency_rollup')
    // Those of all channels are those of everybody.
    .where('scope', '=', hours.scope === 'all' ? 'channel' : hours.scope)
    .$if(hours.scope !== 'all', (some) => some.where('scope_id', '=', hours.scopeId))
    .where('hour', '>=', BigInt(hours.firstHour))
    .$if(hours.lastHour !== null, (some) => some.where('hour', '<=', BigInt(hours.lastHour ?? 0)))
    .$if(hours.model !== '', (some) => some.where('model', '=', hours.model))
    .select([
      'up_to_ms',
      sql<bigint>`cast(sum(durations) as bigint)`.as('durations'),
      sql<bigint>`cast(sum(first_contents) as bigint)`.as('firsts'),
    ])
    .groupBy('up_to_ms')
    .execute()

/** One walk over the rows: a pair of buckets is counted at once. */
async function countedFrom(db: Kysely<Tables>, filter: LogFilter): Promise<LatencyBucketRow[]> {
  const pairs = await filtered(db, await narrowed(db, filter))
    .where('type', '=', 2n)
    .select([
      bucketIn('duration_ms').as('duration'),
      sql<bigint | null>`case when first_content_ms is null then null
        else ${bucketIn('first_content_ms')} end`.as('first'),
      sql<bigint>`count(*)`.as('count'),
    ])
    .groupBy([sql`1`, sql`2`])
    .execute()
  return pairs.flatMap(({ duration, first, count }) => [
    { up_to_ms: duration, durations: count, firsts: 0n },
    ...(first === null ? [] : [{ up_to_ms: first, durations: 0n, firsts: count }]),
  ])
}
