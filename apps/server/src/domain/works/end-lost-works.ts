import { databaseClock, silentMs } from '@posthouse/ledger/incarnation'
import { type Kysely, sql } from 'kysely'
import type { DatabaseDialect } from '../../db/connection.ts'
import type { Tables } from '../../db/tables.ts'

export type LostWorkParts = {
  readonly db: Kysely<Tables>
  readonly dialect: DatabaseDialect
  /** This life of the process. */
  readonly incarnation: string
}

/** Ends the works of processes that are gone, and gives their room back. */
export async function endLostWorks(parts: LostWorkParts, now: number): Promise<void> {
  const isLost = ownerIsGone(parts)
  await parts.db
    .deleteFrom('works')
    .where('finished_at', 'is', null)
    .where('status', '<>', 'running')
    .where(isLost)
    .execute()
  await parts.db
    .updateTable('works')
    .set({ status: 'failed', failure_code: 'work.lost', finished_at: BigInt(now) })
    .where('finished_at', 'is', null)
    .where(isLost)
    .execute()
}

/** In the statement itself: a node that starts meanwhile is known before its works are. */
function ownerIsGone({ dialect, incarnation }: LostWorkParts) {
  const other = sql<boolean>`works.incarnation <> ${incarnation}`
  // Nobody else can be alive.
  if (dialect === 'sqlite') return other
  return sql<boolean>`${other} and not exists (
    select 1 from ledger_incarnations as life
    where life.id = works.incarnation and life.ended_at is null
      and life.heartbeat_at > ${databaseClock(dialect)} - cast(${BigInt(silentMs)} as bigint))`
}
