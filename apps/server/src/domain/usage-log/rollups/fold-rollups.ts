import { livingIncarnations, silentMs } from '@posthouse/ledger/incarnation'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseDialect } from '../../../db/connection.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Clock } from '../../../lib/clock.ts'
import { failureKey, latencyKey, meterKey, rollupColumns, rollupKey } from './rollup-rows.ts'

export type FoldParts = {
  readonly db: Kysely<Tables>
  readonly dialect: DatabaseDialect
  readonly clock: Clock
}

/** Counters that each node keeps for itself, and where they are folded. */
type Fold = {
  readonly from: keyof Tables
  /** The same table: there under no node's name. */
  readonly to: keyof Tables
  readonly key: readonly string[]
  readonly columns: readonly string[]
}

const folds: readonly Fold[] = [
  { from: 'node_rollup', to: 'usage_rollup', key: rollupKey, columns: rollupColumns },
  {
    from: 'latency_rollup',
    to: 'latency_rollup',
    key: latencyKey,
    columns: ['durations', 'first_contents'],
  },
  { from: 'meter_rollup', to: 'meter_rollup', key: meterKey, columns: ['amount'] },
  { from: 'failure_rollup', to: 'failure_rollup', key: failureKey, columns: ['attempts'] },
]

type NodeRow = Readonly<Record<string, string | bigint>>

/** Rows of one transaction: other writers wait for it. */
const rowsMost = 500
const hourMs = 3_600_000
/** Lengths are read of a week; a month is there for whoever asks the database. */
const latencyHours = 31 * 24

/**
 * Adds what nodes have summed apart to the roll-ups of all: everything of nodes that are gone, and of living ones the
 * hours before the last. Restarts and time so leave no rows behind. A part is one transaction, so that no sum is ever
 * another; a node that was only silent adds new rows. Lengths that nobody reads any more are put
 * away. Answers how many rows were folded.
 */
export async function foldRollups(parts: FoldParts): Promise<number> {
  const living = await livingIncarnations(parts.db, parts.dialect, silentMs)
  let folded = 0
  for (const fold of folds) {
    for (;;) {
      const rows = await foldSome(parts, fold, living)
      folded += rows
      if (rows < rowsMost) break
    }
  }
  await removeOldLatencies(parts)
  return folded
}

async function removeOldLatencies({ db, clock }: FoldParts): Promise<void> {
  const first = BigInt(Math.floor(clock.now() / hourMs) - latencyHours)
  await db
    .deleteFrom('latency_rollup')
    .where('scope', 'in', ['user', 'channel'])
    .where('hour', '<', first)
    .execute()
}

const foldSome = (parts: FoldParts, fold: Fold, living: readonly string[]): Promise<number> =>
  parts.db.transaction().execute(async (transaction) => {
    const rows = await takenRows({ ...parts, db: transaction }, fold, living)
    if (rows.length === 0) return 0
    await addAll(transaction, fold, rows)
    await removeAll(transaction, fold, rows)
    return rows.length
  })

/**
 * Rows that are there to be folded, locked. What a settlement adds to at this moment is left for the next fold: who
 * waits for no row of a node is in no ring of waiting with it.
 */
async function takenRows(
  { db, dialect, clock }: FoldParts,
  { from }: Fold,
  living: readonly string[],
): Promise<NodeRow[]> {
  const before = BigInt(Math.floor(clock.now() / hourMs) - 1)
  const { rows } = await sql<NodeRow>`
    select * from ${sql.table(from)}
    where node <> '' and (hour > 0 and hour < ${before} or node not in (${sql.join(['', ...living])}))
    limit ${sql.lit(rowsMost)}
    ${dialect === 'postgres' ? sql`for update skip locked` : sql``}`.execute(db)
  return rows
}

async function removeAll(
  db: Kysely<Tables>,
  { from, key }: Fold,
  rows: readonly NodeRow[],
): Promise<void> {
  const names = [...key, 'node']
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
  const columns = names.map((name, at) => {
    const column = sql.ref(`column${at + 1}`)
    return typeof rows[0]?.[name] === 'bigint' ? sql`cast(${column} as bigint)` : column
  })
  await sql`delete from ${sql.table(from)} where (${list(names)}) in (
    select ${sql.join(columns)} from (values ${sql.join(values)}) as folded)`.execute(db)
}

/** In the order in which the ledger writes. */
async function addAll(
  db: Kysely<Tables>,
  { from, to, key, columns }: Fold,
  rows: readonly NodeRow[],
): Promise<void> {
  const byKey = Map.groupBy(rows, (row) => key.map((name) => row[name]).join(' '))
  const keys = [...byKey.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  const sums = keys.map((name) => sumOf(byKey.get(name) ?? [], columns))
  const names = [...key, ...columns]
  const values = sums.map((sum) => sql`(${sql.join(names.map((name) => sum[name]))})`)
  const additions = columns.map((column) => {
    const more = sql.ref(`excluded.${column}`)
    return sql`${sql.ref(column)} = ${sql.ref(`${to}.${column}`)} + ${more}`
  })
  await sql`insert into ${sql.table(to)} (${list(names)}) values ${sql.join(values)}
    on conflict (${list(from === to ? [...key, 'node'] : key)})
    do update set ${sql.join(additions)}`.execute(db)
}

const list = (names: readonly string[]): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(name)))

const sumOf = (rows: readonly NodeRow[], columns: readonly string[]): NodeRow =>
  rows.reduce((sum, row) => {
    const added = columns.map(
      (name) => [name, BigInt(sum[name] ?? 0) + BigInt(row[name] ?? 0)] as const,
    )
    return { ...sum, ...Object.fromEntries(added) }
  })
