import { type Insertable, type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { cut } from '../../../lib/cut.ts'
import { isFailure } from './failures.ts'

type Attempt = Insertable<Tables['attempts']>

const messageMax = 500

const endOf = ({ started_at, duration_ms }: Attempt): bigint =>
  BigInt(started_at) + BigInt(duration_ms)

/** Keeps what each channel last failed with, and when it last answered after another had failed. */
export async function noteChannelHealth(
  db: Kysely<Tables>,
  attempts: readonly Attempt[],
): Promise<void> {
  const rows = latest(attempts, ({ failure }) => failure === '').map((attempt) => ({
    channel_id: attempt.channel_id,
    succeeded_at: endOf(attempt),
    failed_at: null,
    failure: '',
    message: '',
  }))
  if (rows.length > 0) {
    await db
      .insertInto('channel_health')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('channel_id').doUpdateSet({ succeeded_at: sql`excluded.succeeded_at` }),
      )
      .execute()
  }
  const failures = latest(attempts, ({ failure }) => isFailure(failure)).map((attempt) => ({
    channel_id: attempt.channel_id,
    succeeded_at: null,
    failed_at: endOf(attempt),
    failure: attempt.failure,
    message: cut(attempt.message, messageMax),
  }))
  if (failures.length === 0) return
  await db
    .insertInto('channel_health')
    .values(failures)
    .onConflict((conflict) =>
      conflict.column('channel_id').doUpdateSet({
        failed_at: sql`excluded.failed_at`,
        failure: sql`excluded.failure`,
        message: sql`excluded.message`,
      }),
    )
    .execute()
}

/** The last such attempt of each channel, in the order of their ids: writers never wait for each other in a ring. */
function latest(attempts: readonly Attempt[], wanted: (attempt: Attempt) => boolean): Attempt[] {
  const byChannel = new Map<string, Attempt>()
  for (const attempt of attempts.filter(wanted)) {
    const known = byChannel.get(String(attempt.channel_id))
    if (known === undefined || endOf(known) <= endOf(attempt)) {
      byChannel.set(String(attempt.channel_id), attempt)
    }
  }
  return [...byChannel.values()].toSorted((one, other) =>
    Number(BigInt(one.channel_id) - BigInt(other.channel_id)),
  )
}

/** When a channel last answered, and its last failure. */
export type ChannelHealth = {
  readonly succeededAt: number | null
  readonly failedAt: number | null
  readonly failure: string
  readonly message: string
}

export const noHealth: ChannelHealth = {
  succeededAt: null,
  failedAt: null,
  failure: '',
  message: '',
}

export async function channelHealthOf(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<string, ChannelHealth>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('channels')
    .leftJoin('channel_health', 'channel_health.channel_id', 'channels.id')
    .where('channels.id', 'in', ids)
    .select([
      'channels.id',
      'succeeded_at',
      'failed_at',
      'failure',
      'message',
      charged.as('charged'),
    ])
    .execute()
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        succeededAt: Math.max(Number(row.succeeded_at ?? 0n), Number(row.charged ?? 0n)) || null,
        failedAt: row.failed_at === null ? null : Number(row.failed_at),
        failure: row.failure ?? '',
        message: row.message ?? '',
      },
    ]),
  )
}

/** A call whose only attempt answered leaves no record of attempts, only its row of the log: of the last few. */
const charged = sql<bigint | null>`(select recent.created_at from (
  select created_at, type from usage_log where usage_log.channel_id = channels.id
    order by usage_log.id desc limit 500
) as recent where recent.type = 2 limit 1)`
