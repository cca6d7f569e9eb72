import type { AccountCode } from './account.ts'
import type { Changes, HoldState, MergedTally } from './state.ts'
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
 * Several processes write, so accounts are locked in the order of their ids. Rows are passed as one JSON value per
 * statement: its text is then the same for any number of rows, and is prepared once.
 */

const accountColumns = 'id, code, balance, held, owed, window_limit, resets_at'
const sql = {
  addAccounts: `insert into ledger_accounts (code, ledger, balance, held, updated_at)
    select code, case when code like 'wallet:%' then 'quota' else 'allowance' end, 0, 0, 0
    from unnest($1::text[]) as code order by code
    on conflict (code) do nothing`,
  lockAccounts: `select ${accountColumns} from ledger_accounts where id in (
      select id from ledger_accounts where code = any($1::text[])
      union all
      select account::bigint from ledger_holds, json_array_elements_text(accounts::json) as account
      where ledger_holds.id = any($2::text[])
    ) order by id for update`,
  holds: `select id, state, amount, accounts, incarnation, task, created_at, resolved_at, reason
    from ledger_holds where id = any($1::text[]) order by id for update`,
  operations: `select cause, kind from ledger_operations
    where (cause, kind) in (select * from unnest($1::text[], $2::text[]))`,
  charges: `select operation.cause, transfer.ledger, transfer.debit, transfer.credit, transfer.amount
    from ledger_operations as operation
    join ledger_transfers as transfer on transfer.operation_id = operation.id
    where operation.cause = any($1::text[])
      and (operation.kind = 'charge' or operation.kind like 'collect:%')
      and ${notSetSince}`,
  setAccounts: `update ledger_accounts as account set balance = changed.balance, held = changed.held,
      owed = changed.owed,      window_limit = changed.window_limit, resets_at = changed.resets_at,
      updated_at = changed.updated_at
    from json_populate_recordset(null::ledger_accounts, $1) as changed
    where account.id = changed.id`,
  addHolds: `insert into ledger_holds
      (id, state, amount, accounts, incarnation, task, created_at, resolved_at, reason)
    select id, state, amount, accounts, incarnation, task, created_at, resolved_at, reason
    from json_populate_recordset(null::ledger_holds, $1)`,
  setHolds: `update ledger_holds as hold set state = changed.state, amount = changed.amount,
      resolved_at = changed.resolved_at, reason = changed.reason
    from json_populate_recordset(null::ledger_holds, $1) as changed where hold.id = changed.id`,
  debts: `select hold, wallet, "left", collected, at from ledger_debts
    where wallet = any($1::text[]) and "left" > 0`,
  setDebts: `insert into ledger_debts (hold, wallet, "left", collected, at)
    select hold, wallet, "left", collected, at
    from json_populate_recordset(null::ledger_debts, $1)
    on conflict (hold) do update set "left" = excluded."left", collected = excluded.collected`,
  addOperations: `with added as (
      insert into ledger_operations (cause, kind, actor, remark, book_revision, late, at)
      select cause, kind, actor, remark, book_revision, late, at
      from json_populate_recordset(null::ledger_operations, $1)
      returning id, cause, kind
    )
    insert into ledger_transfers (operation_id, ledger, debit, credit, amount)
    select added.id, transfer.ledger, transfer.debit, transfer.credit, transfer.amount
    from json_to_recordset($2) as transfer
      (cause text, kind text, ledger text, debit text, credit text, amount bigint)
    join added on added.cause = transfer.cause and added.kind = transfer.kind order by added.id`,
}

export function postgresStatements({ usageTable }: StatementOptions): LedgerStatements {
  /** Codes seen before. Their rows exist, since accounts are never deleted. */
  const known = new Set<AccountCode>()
  return {
    load: (named) => load(named, known),
    *write(changes, ids, at) {
      yield* writeAccounts(changes, at)
      yield* writeHolds(changes, ids)
      if (changes.debts.length > 0) yield* run(sql.setDebts, [json(changes.debts)], false)
      yield* writeOperations(changes)
      for (const { columns, items } of byColumns(changes.usage, columnsOfRow)) {
        yield* insertRows(usageTable, columns, items)
      }
      yield* writeTallies(changes.tallies)
      yield* writeRows(changes.rows, (place) => `$${place}`)
    },
  }
}

function* load(named: Named, known: Set<AccountCode>): Generator<Statement, Loaded, Row[]> {
  const unseen = named.accounts.filter((code) => !known.has(code))
  if (unseen.length > 0) yield* run(sql.addAccounts, [unseen], false)
  let accounts = yield* lock(named)
  const found = new Set(accounts.map(({ code }) => code))
  if (named.accounts.some((code) => !found.has(code))) {
    // The code was remembered from a batch that was rolled back.
    yield* run(sql.addAccounts, [named.accounts], false)
    accounts = yield* lock(named)
  }
  remember(known, named.accounts)
  const holds = named.holds.length === 0 ? [] : yield* run(sql.holds, [named.holds])
  const operations =
    named.operations.length === 0
      ? []
      : yield* run(sql.operations, [
          named.operations.map(({ cause }) => cause),
          named.operations.map(({ kind }) => kind),
        ])
  const charges =
    named.charges.length === 0
      ? []
      : yield* run(sql.charges, [named.charges.map((hold) => `request:${hold}`)])
  const owed = owing(accounts)
  return {
    accounts,
    holds: holds as readonly Row[] as HoldRow[],
    operations: operations as readonly Row[] as Loaded['operations'],
    debts: (owed.length === 0 ? [] : yield* run(sql.debts, [owed])) as readonly Row[] as DebtRow[],
    charges: charges as readonly Row[] as ChargeRow[],
  }
}

function* lock(named: Named): Generator<Statement, AccountRow[], Row[]> {
  const rows = yield* run(sql.lockAccounts, [named.accounts, named.holds])
  return rows as readonly Row[] as AccountRow[]
}

function remember(known: Set<AccountCode>, codes: readonly AccountCode[]): void {
  if (known.size > 100_000) known.clear()
  for (const code of codes) known.add(code)
}

function* writeAccounts({ accounts }: Changes, at: number): Generator<Statement, void, Row[]> {
  const rows = accounts.map(({ id, balance, held, owed, windowLimit, resetsAt }) => ({
    id,
    balance,
    held,
    owed,
    window_limit: windowLimit,
    resets_at: resetsAt,
    updated_at: at,
  }))
  if (rows.length > 0) yield* run(sql.setAccounts, [json(rows)], false)
}

function* writeHolds(
  { newHolds, changedHolds }: Changes,
  ids: Ids,
): Generator<Statement, void, Row[]> {
  const rowsOf = (holds: readonly HoldState[]) =>
    holds.map(({ id, phase, amount, accounts, owner, createdAt, resolvedAt, reason }) => ({
      id,
      state: phase,
      amount,
      accounts: JSON.stringify(accounts.map((code) => String(ids.get(code)))),
      ...ownerColumns(owner),
      created_at: createdAt,
      resolved_at: resolvedAt,
      reason,
    }))
  if (newHolds.length > 0) yield* run(sql.addHolds, [json(rowsOf(newHolds))], false)
  if (changedHolds.length > 0) yield* run(sql.setHolds, [json(rowsOf(changedHolds))], false)
}

function* writeOperations({ operations }: Changes): Generator<Statement, void, Row[]> {
  if (operations.length === 0) return
  const rows = operations.map(({ cause, kind, actor, remark, bookRevision, late, at }) => ({
    cause,
    kind,
    actor,
    remark,
    book_revision: bookRevision,
    late: late ? 1 : 0,
    at,
  }))
  const transfers = operations.flatMap(({ cause, kind, transfers: linked }) =>
    linked.map((transfer) => ({ cause, kind, ...transfer })),
  )
  yield* run(sql.addOperations, [json(rows), json(transfers)], false)
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
    const added = Object.keys(first.add)
    const rows = items.map(({ key, add }) => ({ ...key, ...add }))
    const conflict = `on conflict (${quoted(keys)}) do update set ${additions(first.table, added)}`
    yield* insertRows(first.table, [...keys, ...added], rows, conflict)
  }
}

function* insertRows(
  table: string,
  columns: readonly string[],
  rows: readonly object[],
  conflict = '',
): Generator<Statement, void, Row[]> {
  const list = quoted(columns)
  yield* run(
    `insert into "${table}" (${list}) select ${list}
      from json_populate_recordset(null::"${table}", $1) ${conflict}`,
    [json(rows)],
    false,
  )
}

function* run(
  text: string,
  parameters: readonly SqlParameter[],
  returnsRows = true,
): Generator<Statement, Row[], Row[]> {
  return yield { sql: text, runs: [parameters], returnsRows }
}

/**
 * Integers are sent as text, because JSON numbers of 2^53 and above would be rounded. A replacer would be called for
 * every value and takes three times as long.
 */
const json = (rows: readonly object[]): string =>
  JSON.stringify(
    rows.map((row) => {
      const plain: Record<string, unknown> = {}
      for (const [column, value] of Object.entries(row)) {
        plain[column] = typeof value === 'bigint' ? String(value) : value
      }
      return plain
    }),
  )
