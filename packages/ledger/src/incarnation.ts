import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { LedgerTables } from './tables.ts'

/*
 * One row per run of a process. Holds refer to it. Heartbeats use the database's clock, so that nodes with different
 * clocks agree on which processes are dead.
 */

export type LedgerDialect = 'sqlite' | 'postgres'

/** Milliseconds since 1970 by the database's clock, which nodes share. */
export const databaseClock = (dialect: LedgerDialect) => clocks[dialect]

const clocks = {
  sqlite: sql<bigint>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<bigint>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
}

/** A process without a heartbeat for this long counts as dead, and its holds as abandoned. */
export const silentMs = 60_000

/** Call this before the first hold: holds of an incarnation without a row count as abandoned. */
export async function startIncarnation(
  database: Kysely<LedgerTables>,
  dialect: LedgerDialect,
  id: string,
): Promise<void> {
  const now = clocks[dialect]
  await database
    .insertInto('ledger_incarnations')
    .values({ id, started_at: now, heartbeat_at: now, ended_at: null })
    .execute()
}

/**
 * Resolves when the database accepts writes. No process has an empty id, so nothing changes, but the delete needs the
 * write lock as a heartbeat does.
 */
export async function tryWriting(database: Kysely<LedgerTables>): Promise<void> {
  await database.deleteFrom('ledger_incarnations').where('id', '=', '').execute()
}

/** Writes a heartbeat, and how many settlements this process has refused. */
export async function beat(
  database: Kysely<LedgerTables>,
  dialect: LedgerDialect,
  { id, refused }: { readonly id: string; readonly refused: number },
): Promise<void> {
  await database
    .updateTable('ledger_incarnations')
    .set({ heartbeat_at: clocks[dialect], refused: BigInt(refused) })
    .where('id', '=', id)
    .execute()
}

/** Marks an orderly shutdown, so that remaining holds are released without waiting for `silentMs`. */
export async function endIncarnation(
  database: Kysely<LedgerTables>,
  dialect: LedgerDialect,
  id: string,
): Promise<void> {
  await database
    .updateTable('ledger_incarnations')
    .set({ ended_at: clocks[dialect] })
    .where('id', '=', id)
    .execute()
}

/**
 * Other incarnations with pending holds that have ended, never started, or were silent for longer than `silentMs`. Pass
 * `null` where no other process can be running, as on SQLite: then all others count.
 */
export async function staleIncarnations(
  database: Kysely<LedgerTables>,
  dialect: LedgerDialect,
  options: { readonly own: string; readonly silentMs: number | null },
): Promise<string[]> {
  const { own, silentMs } = options
  const rows = await database
    .selectFrom('ledger_holds as hold')
    .leftJoin('ledger_incarnations as life', 'life.id', 'hold.incarnation')
    .select('hold.incarnation')
    .distinct()
    .where('hold.state', '=', sql.lit('pending'))
    .where('hold.incarnation', '<>', own)
    .where('hold.task', '=', '')
    .where((condition) =>
      condition.or([
        condition('life.id', 'is', null),
        condition('life.ended_at', 'is not', null),
        ...(silentMs === null
          ? [sql.lit<boolean>(true)]
          : [
              condition(
                'life.heartbeat_at',
                '<=',
                sql<bigint>`${clocks[dialect]} - cast(${BigInt(silentMs)} as bigint)`,
              ),
            ]),
      ]),
    )
    .execute()
  return rows.map(({ incarnation }) => incarnation)
}

/** Pending holds of an incarnation, made before a moment (epoch milliseconds), oldest first. */
export async function pendingHolds(
  database: Kysely<LedgerTables>,
  incarnation: string,
  {
    before = null,
    limit = 1_000,
  }: { readonly before?: number | null; readonly limit?: number } = {},
): Promise<string[]> {
  const rows = await database
    .selectFrom('ledger_holds')
    .select('id')
    .where('state', '=', sql.lit('pending'))
    .where('incarnation', '=', incarnation)
    .$if(before !== null, (holds) => holds.where('created_at', '<', BigInt(before ?? 0)))
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How many settlements other incarnations refused, of those with a heartbeat within `silentMs`. */
export async function refusedElsewhere(
  database: Kysely<LedgerTables>,
  dialect: LedgerDialect,
  { own, silentMs }: { readonly own: string; readonly silentMs: number },
): Promise<number> {
  const { refused } = await database
    .selectFrom('ledger_incarnations')
    .select(({ fn }) => fn.sum<bigint | null>('refused').as('refused'))
    .where('id', '<>', own)
    .where('ended_at', 'is', null)
    .where(
      'heartbeat_at',
      '>',
      sql<bigint>`${clocks[dialect]} - cast(${BigInt(silentMs)} as bigint)`,
    )
    .executeTakeFirstOrThrow()
  return Number(refused ?? 0n)
}

/** Incarnations with a heartbeat within `silentMs` that have not ended. */
export async function livingIncarnations(
  database: Kysely<LedgerTables>,
  dialect: LedgerDialect,
  silentMs: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('ledger_incarnations')
    .select('id')
    .where('ended_at', 'is', null)
    .where(
      'heartbeat_at',
      '>',
      sql<bigint>`${clocks[dialect]} - cast(${BigInt(silentMs)} as bigint)`,
    )
    .execute()
  return rows.map(({ id }) => id)
}
