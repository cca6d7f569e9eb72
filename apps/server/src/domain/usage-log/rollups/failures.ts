import { type Insertable, type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { failureKey } from './rollup-rows.ts'

const hourMs = 3_600_000

/** Ends of an attempt that are no fault of its channel. */
const endings: ReadonlySet<string> = new Set([
  '',
  'client-left',
  'quota-ran-out',
  'server-failed',
  'server-stopped',
])

/** The failure speaks of the channel, by its class. */
export const isFailure = (failure: string): boolean => !endings.has(failure)

/** Attempts of one channel that failed in the same way. */
type Failures = {
  readonly channelId: bigint
  /** The class of the failure. */
  readonly failure: string
  readonly attempts: number
}

/**
 * Adds failed attempts to the sums of a node. A call that another channel answered leaves no row of the log that
 * would say so of the first.
 */
export async function countFailures(
  db: Kysely<Tables>,
  attempts: readonly Insertable<Tables['attempts']>[],
  node: string,
): Promise<void> {
  const failed = attempts.filter(({ failure }) => isFailure(failure))
  const byKey = Map.groupBy(failed, ({ channel_id, started_at, failure }) =>
    [channel_id, BigInt(started_at) / BigInt(hourMs), failure].join(' '),
  )
  const rows = [...byKey.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const hour = BigInt(first.started_at) / BigInt(hourMs)
    const { channel_id, failure } = first
    return [{ channel_id, hour, failure, node, attempts: BigInt(same.length) }]
  })
  if (rows.length === 0) return
  await db
    .insertInto('failure_rollup')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns([...failureKey, 'node']).doUpdateSet({
        attempts: sql`failure_rollup.attempts + excluded.attempts`,
      }),
    )
    .execute()
}

/** Failed attempts of whole hours by channel and class, most first. A channel: of that one. */
export async function failuresOf(
  db: Kysely<Tables>,
  { from, to, channelId }: { from: number; to: number; channelId?: bigint },
): Promise<Failures[]> {
  const rows = await db
    .selectFrom('failure_rollup')
    .where('hour', '>=', BigInt(Math.floor(from / hourMs)))
    .where('hour', '<=', BigInt(Math.floor(to / hourMs)))
    .$if(channelId !== undefined, (some) => some.where('channel_id', '=', channelId ?? 0n))
    .select(['channel_id', 'failure', sql<bigint>`cast(sum(attempts) as bigint)`.as('count')])
    .groupBy(['channel_id', 'failure'])
    .orderBy('count', 'desc')
    .orderBy('channel_id')
    .orderBy('failure')
    .execute()
  return rows.map(({ channel_id, failure, count }) => ({
    channelId: channel_id,
    failure,
    attempts: Number(count),
  }))
}

/** Counts of what ended before a moment: their attempts are put away. */
export async function removeFailures(db: Kysely<Tables>, end: number): Promise<void> {
  await db
    .deleteFrom('failure_rollup')
    .where('hour', '<', BigInt(Math.floor(end / hourMs)))
    .execute()
}
