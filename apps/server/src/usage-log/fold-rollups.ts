import { livingIncarnations } from '@posthouse/ledger/incarnation'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { DatabaseDialect } from '../db/connection.ts'
import { silentMs } from '../db/node-forms.ts'
import type { Tables } from '../db/tables.ts'
import type { Clock } from '../lib/clock.ts'
import { rollupColumns, rollupKey } from './rollup-rows.ts'

export type FoldParts = {
  readonly db: Kysely<Tables>
  readonly dialect: DatabaseDialect
  readonly clock: Clock
}

type NodeRow = Selectable<Tables['node_rollup']>

/** Rows of one transaction: other writers wait for it. */
const rowsMost = 500
const hourMs = 3_600_000

/**
 * Adds what nodes have summed apart to the roll-ups of all: everything of nodes that are gone, and of living ones the
 * hours before the last. Restarts and time so leave no rows behind. A part is one transaction, so that no sum is ever
 * another; a node that was only silent adds new rows. Answers how many rows were folded.
 */
export async function foldRollups(parts: FoldParts): Promise<number> {
  const living = await livingIncarnations(parts.db, parts.dialect, silentMs)
  let folded = 0
  for (;;) {
    const rows = await foldSome(parts, living)
    folded += rows
    if (rows < rowsMost) return folded
  }
}

const foldSome = (parts: FoldParts, living: readonly string[]): Promise<number> =>
  parts.db.transaction().execute(async (transaction) => {
    const rows = await takenRows({ ...parts, db: transaction }, living)
    if (rows.length === 0) return 0
    await addAll(transaction, rows)
    await removeAll(transaction, rows)
    return rows.length
  })

/**
 * Rows that are there to be folded, locked. What a settlement adds to at this moment is left for the next fold: who
 * waits for no row of a node is in no ring of waiting with it.
 */
const takenRows = (
  { db, dialect, clock }: FoldParts,
  living: readonly string[],
): Promise<NodeRow[]> =>
  db
    .selectFrom('node_rollup')
    .selectAll()
    .where((is) =>
      is.or([
        is.and([
          is('hour', '>', 0n),
          is('hour', '<', BigInt(Math.floor(clock.now() / hourMs) - 1)),
        ]),
        is('node', 'not in', ['', ...living]),
      ]),
    )
    .limit(rowsMost)
    .$if(dialect === 'postgres', (rows) => rows.forUpdate().skipLocked())
    .execute()

/** In the order in which the ledger writes: a node of the version before adds to the same rows. */
async function addAll(db: Kysely<Tables>, rows: readonly NodeRow[]): Promise<void> {
  const byKey = Map.groupBy(rows, (row) => rollupKey.map((name) => row[name]).join(' '))
  const keys = [...byKey.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  const sums = keys.map((key) => sumOf(byKey.get(key) ?? []))
  const additions = rollupColumns.map(
    (column) =>
      sql`${sql.ref(column)} = ${sql.ref(`usage_rollup.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  )
  const columns = [...rollupKey, ...rollupColumns]
  const values = sums.map((sum) => sql`(${sql.join(columns.map((column) => sum[column]))})`)
  await sql`insert into usage_rollup (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
    on conflict (${sql.join(rollupKey.map((name) => sql.ref(name)))})
    do update set ${sql.join(additions)}`.execute(db)
}

const sumOf = (rows: readonly NodeRow[]): Omit<NodeRow, 'node'> =>
  rows.reduce((sum, row) => {
    const added = rollupColumns.map((column) => [column, sum[column] + row[column]] as const)
    return { ...sum, ...Object.fromEntries(added) }
  })

async function removeAll(db: Kysely<Tables>, rows: readonly NodeRow[]): Promise<void> {
  const keys = rows.map(
    (row) => sql`(${row.scope}, ${row.scope_id}, ${row.hour}, ${row.model}, ${row.node})`,
  )
  await sql`delete from node_rollup where (scope, scope_id, hour, model, node) in (
    select column1, cast(column2 as bigint), cast(column3 as bigint), column4, column5
    from (values ${sql.join(keys)}) as folded)`.execute(db)
}
