import type { Selection } from '@posthouse/contract/bulk'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { ChangedRows } from '../undo/changed-rows.ts'
import type { CallerContext, NounDeclaration, NounRow, ColumnValues } from './declaration.ts'
import { selectedRows } from './reads.ts'

type ManyChange<Filter, Column extends string> = {
  readonly select: Selection<Filter>
  readonly wanted: ColumnValues<Column>
  /** Values that differ by row, such as a text sealed for it. */
  readonly own?: (id: bigint) => ColumnValues<Column>
}

/** Bulk writes of a noun, in the caller's transaction. */
export type NounWrites<Filter, Column extends string> = {
  /** Returns the previous values of changed rows. `skipped` counts rows that could not be changed. */
  change(
    transaction: Transaction<Tables>,
    asking: CallerContext,
    of: ManyChange<Filter, Column>,
  ): Promise<{ changed: ChangedRows; skipped: number }>
  /** Returns the number of deleted rows. */
  remove(
    transaction: Transaction<Tables>,
    asking: CallerContext,
    select: Selection<Filter>,
  ): Promise<number>
}

export function writesOf<
  DB,
  Tabled extends keyof DB,
  Row extends NounRow,
  Entity,
  Filter,
  Column extends string,
>(noun: NounDeclaration<DB, Tabled, Row, Entity, Filter, Column>): NounWrites<Filter, Column> {
  const { table, restores, stamp, able, takes } = noun
  return {
    async change(transaction, asking, { select, wanted, own = () => ({}) }) {
      // Column names are the same for every row.
      const names = { ...wanted, ...own(0n) }
      refuseOthers(table, restores, names)
      const rows = await selectedRows(noun, transaction, asking, select)
      const possible = rows.filter((row) => able?.(noun.read(row), wanted, asking) ?? true)
      const columns = namesOf(restores).filter((name) => names[name] !== undefined)
      const planned = possible.map((row) => ({ row, own: own(row.id) }))
      const changes = planned.filter((plan) => {
        const values = { ...wanted, ...plan.own }
        return columns.some((name) => plan.row[name] !== values[name])
      })
      const different = changes.map(({ row }) => row)
      await write(transaction, table, different, [
        ...assignmentsOf(wanted),
        ...(stamp === undefined ? [] : [sql`${sql.ref(stamp)} = ${BigInt(asking.now)}`]),
      ])
      for (const change of changes) await writeOwn(transaction, table, change)
      return {
        changed: {
          table,
          columns,
          rows: different.map((row) => ({
            id: row.id,
            version: row.version + 1n,
            values: columns.map((name) => undoValue(row[name])),
          })),
        },
        skipped: rows.length - possible.length,
      }
    },

    async remove(transaction, asking, select) {
      const rows = await selectedRows(noun, transaction, asking, select)
      await write(transaction, table, rows, [sql`deleted_at = ${BigInt(asking.now)}`])
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await takes?.(transaction, ids, asking.now)
      return rows.length
    },
  }
}

/** Every write increments the version, so an undo can detect later changes. */
async function write(
  transaction: Transaction<Tables>,
  table: string,
  rows: readonly NounRow[],
  assignments: readonly RawBuilder<unknown>[],
): Promise<void> {
  if (rows.length === 0) return
  const ids = sql.join(rows.map(({ id }) => id))
  await sql`update ${sql.table(table)}
    set ${sql.join([...assignments, sql`version = version + 1`])}
    where id in (${ids})`.execute(transaction)
}

async function writeOwn(
  transaction: Transaction<Tables>,
  table: string,
  { row, own }: { readonly row: NounRow; readonly own: ColumnValues<string> },
): Promise<void> {
  const assignments = assignmentsOf(own)
  if (assignments.length === 0) return
  await sql`update ${sql.table(table)} set ${sql.join(assignments)}
    where id = ${row.id}`.execute(transaction)
}

const assignmentsOf = (values: ColumnValues<string>): RawBuilder<unknown>[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [sql`${sql.ref(name)} = ${value}`],
  )

/** Throws for a column that an undo could not restore, which is a bug of the caller. */
function refuseOthers(table: string, restores: object, wanted: object): void {
  const beside = Object.keys(wanted).find((name) => !(name in restores))
  if (beside !== undefined) throw new Error(`${table}.${beside} cannot be put back`)
}

const namesOf = <Name extends string>(kinds: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(kinds) as Name[]

function undoValue(value: unknown): string | bigint {
  if (typeof value === 'string' || typeof value === 'bigint') return value
  throw new Error('a column that can be put back is text or a number')
}
