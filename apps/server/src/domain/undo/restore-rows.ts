import { Refusal } from '@posthouse/contract/refusal'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { ChangedRows, RowBefore } from './changed-rows.ts'

/** Rows in one statement: with all columns of a channel below the parameters that either database takes. */
const rowsInStatement = 1_000

/**
 * Puts rows back as they were, all or none: a row that is gone, or that somebody has changed since,
 * refuses the whole. `kinds` are the columns that may be put back. Answers how many rows that were.
 */
export async function restoreRows(
  transaction: Transaction<Tables>,
  kinds: Readonly<Record<string, 'bigint' | 'text'>>,
  { table, columns, rows }: ChangedRows,
): Promise<number> {
  const known = columns.flatMap((name) => {
    const kind = kinds[name]
    return kind === undefined ? [] : [{ name, kind }]
  })
  if (known.length !== columns.length) throw new Error(`cannot put back ${columns.join()}`)
  for (let start = 0; start < rows.length; start += rowsInStatement) {
    const some = rows.slice(start, start + rowsInStatement)
    const { numAffectedRows } = await statement(table, known, some).execute(transaction)
    if (numAffectedRows !== BigInt(some.length)) throw new Refusal('undo.changed', {})
  }
  return rows.length
}

function statement(
  table: ChangedRows['table'],
  columns: readonly { name: string; kind: string }[],
  rows: readonly RowBefore[],
) {
  const names = sql.join([sql`id`, sql`version`, ...columns.map(({ name }) => sql.ref(name))])
  const values = sql.join(
    rows.map(({ id, version, values: before }) => sql`(${sql.join([id, version, ...before])})`),
  )
  const assignments = sql.join(
    columns.map(
      ({ name, kind }) => sql`${sql.ref(name)} = cast(was.${sql.ref(name)} as ${sql.raw(kind)})`,
    ),
  )
  return sql`with was (${names}) as (values ${values})
    update ${sql.table(table)} set ${assignments}, version = ${sql.ref(`${table}.version`)} + 1
    from was
    where ${sql.ref(`${table}.id`)} = cast(was.id as bigint)
      and ${sql.ref(`${table}.version`)} = cast(was.version as bigint)
      and ${sql.ref(`${table}.deleted_at`)} is null`
}
