import type { AccountCode } from './account.ts'
import type { CarriedRow, Changes, MergedTally } from './state.ts'
import {
  additions,
  byColumns,
  columnsOfRow,
  notSetSince,
  owing,
  ownerColumns,
  quoted,
  writeRows,
} from './statements.ts'
import type {
  AccountRow,
  ChargeRow,
  DebtRow,
  HoldRow,
  LedgerStatements,
  Loaded,
  Named,
  Row,
  SqlParameter,
  Statement,
  StatementOptions,
} from './statements.ts'

type Ids = ReadonlyMap<AccountCode, bigint>

/*
 * One thread writes, so the transaction is the only lock needed. Running a prepared statement per row is fastest: a
 * 37-column row takes 5 µs bound, and 20 µs through json_each.
 */

const accountColumns = 'id, code, balance, held, owed, window_limit, resets_at'
const sql = {
  addAccount: `insert into ledger_accounts (code, ledger, balance, held, updated_at)
    values (?, case when ? like 'wallet:%' then 'quota' else 'allowance' end, 0, 0, 0)
    on conflict (code) do nothing`,
  accountByCode: `select ${accountColumns} from ledger_accounts where code = ?`,
  accountById: `select ${accountColumns} from ledger_accounts where id = ?`,
  hold: `select id, state, amount, accounts, incarnation, task, created_at, resolved_at, reason
    from ledger_holds where id = ?`,
  operation: 'select cause, kind from ledger_operations where cause = ? and kind = ?',
  charge: `select operation.cause, transfer.ledger, transfer.debit, transfer.credit, transfer.amount
    from ledger_operations as operation
    join ledger_transfers as transfer on transfer.operation_id = operation.id
    where operation.cause = ?
      and (operation.kind = 'charge' or operation.kind like 'collect:%')
      and ${notSetSince}`,
  setAccount: `update ledger_accounts
    set balance = ?, held = ?, owed = ?, window_limit = ?, resets_at = ?, updated_at = ? where id = ?`,
  addHold: `insert into ledger_holds
    (id, state, amount, accounts, incarnation, task, created_at, resolved_at, reason)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  setHold:
    'update ledger_holds set state = ?, amount = ?, resolved_at = ?, reason = ? where id = ?',
  debts: `select hold, wallet, "left", collected, at from ledger_debts
    where wallet = ? and "left" > 0`,
  setDebt: `insert into ledger_debts (hold, wallet, "left", collected, at) values (?, ?, ?, ?, ?)
    on conflict (hold) do update set "left" = excluded."left", collected = excluded.collected`,
  lastOperation: 'select coalesce(max(id), 0) as id from ledger_operations',
  addOperation: `insert into ledger_operations
    (id, cause, kind, actor, remark, book_revision, late, at) values (?, ?, ?, ?, ?, ?, ?, ?)`,
  addTransfer: `insert into ledger_transfers (operation_id, ledger, debit, credit, amount)
    values (?, ?, ?, ?, ?)`,
}

export function sqliteStatements({ usageTable }: StatementOptions): LedgerStatements {
  return {
    load,
    *write(changes, ids, at) {
      yield* writeAccounts(changes, at)
      yield* writeHolds(changes, ids)
      yield* writeDebts(changes)
      yield* writeOperations(changes)
      yield* writeUsage(changes.usage, usageTable)
      yield* writeTallies(changes.tallies)
      yield* writeRows(changes.rows, () => '?')
    },
  }
}

function* load(named: Named): Generator<Statement, Loaded, Row[]> {
  const accounts = new Map<string, AccountRow>()
  const keep = (rows: readonly Row[]): void => {
    for (const row of rows as readonly AccountRow[]) accounts.set(row.code, row)
  }
  keep(yield* query(sql.accountByCode, named.accounts.map(alone)))
  const missing = named.accounts.filter((code) => !accounts.has(code))
  if (missing.length > 0) {
    yield* execute(
      sql.addAccount,
      missing.map((code) => [code, code]),
    )
    keep(yield* query(sql.accountByCode, missing.map(alone)))
  }
  const holds = (yield* query(sql.hold, named.holds.map(alone))) as readonly Row[] as HoldRow[]
  const known = new Set([...accounts.values()].map(({ id }) => id))
  const others = new Set(holds.flatMap(accountIdsOf).filter((id) => !known.has(id)))
  keep(
    yield* query(
      sql.accountById,
      [...others].map((id) => [id]),
    ),
  )
  const operations = (yield* query(
    sql.operation,
    named.operations.map(({ cause, kind }) => [cause, kind]),
  )) as readonly Row[] as Loaded['operations']
  const read = [...accounts.values()]
  const debts = (yield* query(sql.debts, owing(read).map(alone))) as readonly Row[] as DebtRow[]
  const charges = (yield* query(
    sql.charge,
    named.charges.map((hold) => [`request:${hold}`]),
  )) as readonly Row[] as ChargeRow[]
  return { accounts: read, holds, operations, debts, charges }
}

function* writeAccounts({ accounts }: Changes, at: number): Generator<Statement, void, Row[]> {
  yield* execute(
    sql.setAccount,
    accounts.map(({ id, balance, held, owed, windowLimit, resetsAt }) => [
      balance,
      held,
      owed,
      windowLimit,
      resetsAt,
      at,
      id,
    ]),
  )
}

function* writeHolds(
  { newHolds, changedHolds }: Changes,
  ids: Ids,
): Generator<Statement, void, Row[]> {
  yield* execute(
    sql.addHold,
    newHolds.map((hold) => {
      const { incarnation, task } = ownerColumns(hold.owner)
      const accounts = accountsText(hold.accounts, ids)
      const { id, phase, amount, createdAt, resolvedAt, reason } = hold
      return [id, phase, amount, accounts, incarnation, task, createdAt, resolvedAt, reason]
    }),
  )
  yield* execute(
    sql.setHold,
    changedHolds.map(({ id, phase, amount, resolvedAt, reason }) => [
      phase,
      amount,
      resolvedAt,
      reason,
      id,
    ]),
  )
}

function* writeDebts({ debts }: Changes): Generator<Statement, void, Row[]> {
  yield* execute(
    sql.setDebt,
    debts.map(({ hold, wallet, left, collected, at }) => [
      hold,
      wallet,
      left,
      BigInt(collected),
      BigInt(at),
    ]),
  )
}

function* writeOperations({ operations }: Changes): Generator<Statement, void, Row[]> {
  if (operations.length === 0) return
  const rows = yield* query(sql.lastOperation, [[]])
  const last = rows[0]?.['id'] as bigint
  const idAt = (index: number): bigint => last + BigInt(index) + 1n
  yield* execute(
    sql.addOperation,
    operations.map(({ cause, kind, actor, remark, bookRevision, late, at }, index) => [
      idAt(index),
      cause,
      kind,
      actor,
      remark,
      bookRevision,
      late ? 1n : 0n,
      at,
    ]),
  )
  yield* execute(
    sql.addTransfer,
    operations.flatMap(({ transfers }, index) =>
      transfers.map(({ ledger, debit, credit, amount }) => [
        idAt(index),
        ledger,
        debit,
        credit,
        amount,
      ]),
    ),
  )
}

function* writeUsage(
  rows: readonly CarriedRow[],
  table: string,
): Generator<Statement, void, Row[]> {
  for (const { columns, items } of byColumns(rows, columnsOfRow)) {
    const marks = columns.map(() => '?').join(', ')
    yield* execute(
      `insert into "${table}" (${quoted(columns)}) values (${marks})`,
      items.map((row) => Object.values(row)),
    )
  }
}

function* writeTallies(tallies: readonly MergedTally[]): Generator<Statement, void, Row[]> {
  const shape = ({ table, key, add }: MergedTally): readonly string[] => [
    table,
    ...Object.keys(key),
    ...Object.keys(add),
  ]
  for (const { items } of byColumns(tallies, shape)) {
    const [first] = items
    if (first === undefined) continue
    const keys = Object.keys(first.key)
    const columns = [...keys, ...Object.keys(first.add)]
    yield* execute(
      `insert into "${first.table}" (${quoted(columns)})
        values (${columns.map(() => '?').join(', ')})
        on conflict (${quoted(keys)}) do update set ${additions(first.table, Object.keys(first.add))}`,
      items.map(({ key, add }) => [...Object.values(key), ...Object.values(add)]),
    )
  }
}

function* query(
  text: string,
  runs: readonly (readonly SqlParameter[])[],
): Generator<Statement, Row[], Row[]> {
  return runs.length === 0 ? [] : yield { sql: text, runs, returnsRows: true }
}

function* execute(
  text: string,
  runs: readonly (readonly SqlParameter[])[],
): Generator<Statement, void, Row[]> {
  if (runs.length > 0) yield { sql: text, runs, returnsRows: false }
}

const alone = (value: string): readonly string[] => [value]

const accountIdsOf = ({ accounts }: HoldRow): bigint[] =>
  (JSON.parse(accounts) as readonly string[]).map(BigInt)

const accountsText = (accounts: readonly AccountCode[], ids: Ids): string =>
  JSON.stringify(accounts.map((code) => String(ids.get(code))))
