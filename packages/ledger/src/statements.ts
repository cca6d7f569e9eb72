import type { AccountCode, LedgerName, SystemAccount } from './account.ts'
import type { HoldOwner, RowWrite, SqlValue } from './command.ts'
import type { CarriedRow, Changes, HoldPhase } from './state.ts'

/** SQL to run once per entry of `runs`. The result is the rows of all runs. */
export type Statement = {
  readonly sql: string
  readonly runs: readonly (readonly SqlParameter[])[]
  readonly returnsRows: boolean
}

export type SqlParameter = SqlValue | readonly string[]

export type Row = Readonly<Record<string, unknown>>

export type Named = {
  readonly accounts: readonly AccountCode[]
  readonly holds: readonly string[]
  /** Holds whose charges are to be refunded. */
  readonly charges: readonly string[]
  readonly operations: readonly { readonly cause: string; readonly kind: string }[]
}

export type AccountRow = {
  readonly id: bigint
  readonly code: AccountCode
  readonly balance: bigint
  readonly held: bigint
  readonly owed: bigint
  readonly window_limit: bigint | null
  readonly resets_at: bigint | null
}

export type HoldRow = {
  readonly id: string
  readonly state: HoldPhase
  readonly amount: bigint
  readonly accounts: string
  readonly incarnation: string
  readonly task: string
  readonly created_at: bigint
  readonly resolved_at: bigint | null
  readonly reason: string | null
}

export type DebtRow = {
  readonly hold: string
  readonly wallet: AccountCode
  readonly left: bigint
  readonly collected: bigint
  readonly at: bigint
}

/** A transfer by which a charge took an amount; `cause` is `request:<hold>`. */
export type ChargeRow = {
  readonly cause: string
  readonly ledger: LedgerName
  readonly debit: AccountCode | SystemAccount
  readonly credit: AccountCode | SystemAccount
  readonly amount: bigint
}

/** The rows read. The accounts stay locked until the end of the transaction. */
export type Loaded = {
  readonly accounts: readonly AccountRow[]
  readonly holds: readonly HoldRow[]
  readonly operations: readonly { readonly cause: string; readonly kind: string }[]
  readonly debts: readonly DebtRow[]
  /** Transfers of the named charges, without those from limits that were set again since. */
  readonly charges: readonly ChargeRow[]
}

/** Leaves out each `transfer` of an `operation` that took from a limit which was set again since. */
export const notSetSince = `not (transfer.ledger = 'allowance' and exists (
  select 1 from ledger_operations as setting
  where setting.kind = 'allow' and setting.id > operation.id and exists (
    select 1 from ledger_transfers as moved
    where moved.operation_id = setting.id and transfer.debit in (moved.debit, moved.credit))))`

/** Accounts with debts, which the batch has to load. */
export const owing = (accounts: readonly AccountRow[]): AccountCode[] =>
  accounts.filter(({ owed }) => owed > 0n).map(({ code }) => code)

/**
 * The part that differs between the two databases. Both methods are generators that yield SQL and receive rows, so the
 * same code runs synchronously in the SQLite thread and asynchronously on PostgreSQL.
 */
export type LedgerStatements = {
  load(named: Named): Generator<Statement, Loaded, Row[]>
  write(
    changes: Changes,
    accountIds: ReadonlyMap<AccountCode, bigint>,
    at: number,
  ): Generator<Statement, void, Row[]>
}

export type StatementOptions = {
  readonly usageTable: string
}

/** Groups rows with the same columns, so that one statement can write each group. */
export function byColumns<T>(
  items: readonly T[],
  columnsOf: (item: T) => readonly string[],
): { columns: readonly string[]; items: T[] }[] {
  const groups = new Map<string, { columns: readonly string[]; items: T[] }>()
  for (const item of items) {
    const columns = columnsOf(item)
    const name = columns.join()
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { columns, items: [item] })
    else group.items.push(item)
  }
  return [...groups.values()]
}

type Mark = (place: number) => string

/**
 * Writes rows outside the ledger one by one, since they are few. A change that matches no row, or several, is an error.
 * `mark` returns the placeholder for a parameter's position, from 1.
 */
export function* writeRows(
  rows: readonly RowWrite[],
  mark: Mark,
): Generator<Statement, void, Row[]> {
  for (const { table, key, values } of rows) {
    if (key === undefined) yield insertion(table, values, mark)
    else checkChanged(table, key, yield change({ table, key, values }, mark))
  }
}

function insertion(table: string, values: RowWrite['values'], mark: Mark): Statement {
  const columns = Object.keys(values)
  const marks = columns.map((_, at) => mark(at + 1))
  const sql = `insert into "${table}" (${quoted(columns)}) values (${marks.join(', ')})`
  return { sql, runs: [Object.values(values)], returnsRows: false }
}

function change({ table, key, values }: Required<RowWrite>, mark: Mark): Statement {
  const columns = Object.keys(values)
  const are = (names: readonly string[], from: number): string[] =>
    names.map((name, at) => `"${name}" = ${mark(from + at + 1)}`)
  const sql = `update "${table}" set ${are(columns, 0).join(', ')}
    where ${are(Object.keys(key), columns.length).join(' and ')} returning 1`
  return { sql, runs: [[...Object.values(values), ...Object.values(key)]], returnsRows: true }
}

/** Money must not move when the row that goes with it is missing or has changed. */
function checkChanged(table: string, key: Required<RowWrite>['key'], rows: readonly Row[]): void {
  if (rows.length === 1) return
  const columns = Object.keys(key).join(', ')
  throw new Error(`there are ${rows.length} rows of ${table} with this ${columns}, not one`)
}

/** The owner's columns; one of the two is empty. */
export const ownerColumns = (owner: HoldOwner): { incarnation: string; task: string } =>
  'task' in owner ? { incarnation: '', task: owner.task } : { ...owner, task: '' }

export const quoted = (columns: readonly string[]): string =>
  columns.map((column) => `"${column}"`).join(', ')

export const columnsOfRow = (row: CarriedRow): readonly string[] => Object.keys(row)

/** `total = total + more` for every counter of a tally. */
export const additions = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`).join(', ')
