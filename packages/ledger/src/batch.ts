import type { AccountCode } from './account.ts'
import { apply } from './apply/apply.ts'
import type { Command, Result } from './command.ts'
import { quota } from './quota.ts'
import { operationKey } from './state.ts'
import { storableDeep } from './storable-text.ts'
import type { AccountState, DebtState, HoldState, LedgerState, Transfer } from './state.ts'
import type {
  AccountRow,
  ChargeRow,
  DebtRow,
  HoldRow,
  LedgerStatements,
  Loaded,
  Named,
  Row,
  Statement,
} from './statements.ts'

/**
 * A batch, to be run inside one transaction. It yields SQL and receives the rows: it reads and locks what the commands
 * name, applies them in memory and writes the changes.
 */
export function* runBatch(
  statements: LedgerStatements,
  asked: readonly Command[],
): Generator<Statement, readonly Result[], Row[]> {
  // Must come before tallies are merged by key: two keys may become equal.
  const commands = storableDeep(asked)
  const loaded = yield* statements.load(namesOf(commands))
  const { results, changes } = apply(stateOf(loaded), commands)
  const ids = new Map(loaded.accounts.map(({ code, id }) => [code, id]))
  const at = commands.reduce((latest, command) => Math.max(latest, command.at), 0)
  yield* statements.write(changes, ids, at)
  return results
}

export function runBatchSync(
  batch: Generator<Statement, readonly Result[], Row[]>,
  execute: (statement: Statement) => Row[],
): readonly Result[] {
  let step = batch.next()
  while (step.done !== true) step = batch.next(execute(step.value))
  return step.value
}

export async function runBatchAsync(
  batch: Generator<Statement, readonly Result[], Row[]>,
  execute: (statement: Statement) => Promise<Row[]>,
): Promise<readonly Result[]> {
  let step = batch.next()
  while (step.done !== true) step = batch.next(await execute(step.value))
  return step.value
}

function namesOf(commands: readonly Command[]): Named {
  const accounts = new Set<AccountCode>()
  const holds = new Set<string>()
  const charges = new Set<string>()
  const operations: { cause: string; kind: string }[] = []
  for (const command of commands) {
    switch (command.kind) {
      case 'hold':
        holds.add(command.id)
        for (const { code } of command.accounts) accounts.add(code)
        break
      case 'extend':
      case 'settle':
      case 'void':
        holds.add(command.hold)
        break
      case 'refund':
        holds.add(command.hold)
        charges.add(command.hold)
        operations.push({ cause: `request:${command.hold}`, kind: command.kind })
        break
      case 'credit':
      case 'grant':
      case 'adjust':
      case 'allow':
        accounts.add(command.account)
        operations.push({ cause: command.cause, kind: command.kind })
        break
    }
  }
  return { accounts: [...accounts], holds: [...holds], charges: [...charges], operations }
}

function stateOf({ accounts, holds, operations, debts, charges }: Loaded): LedgerState {
  const codes = new Map(accounts.map(({ id, code }) => [String(id), code]))
  return {
    accounts: new Map(accounts.map((row) => [row.code, accountOf(row)])),
    holds: new Map(holds.map((row) => [row.id, holdOf(row, codes)])),
    operations: new Set(operations.map(({ cause, kind }) => operationKey(cause, kind))),
    debts: Map.groupBy(debts.map(debtOf), ({ wallet }) => wallet),
    charges: chargesOf(charges),
  }
}

function chargesOf(rows: readonly ChargeRow[]): LedgerState['charges'] {
  const byCause = Map.groupBy(rows, ({ cause }) => cause)
  return new Map(
    [...byCause].map(([cause, taken]) => [cause.slice('request:'.length), taken.map(transferOf)]),
  )
}

const transferOf = ({ ledger, debit, credit, amount }: ChargeRow): Transfer => ({
  ledger,
  debit,
  credit,
  amount: quota(amount),
})

const accountOf = (row: AccountRow): AccountState => ({
  id: row.id,
  code: row.code,
  balance: quota(row.balance),
  held: quota(row.held),
  owed: quota(row.owed),
  windowLimit: row.window_limit === null ? null : quota(row.window_limit),
  resetsAt: row.resets_at === null ? null : Number(row.resets_at),
})

const debtOf = (row: DebtRow): DebtState => ({
  hold: row.hold,
  wallet: row.wallet,
  left: quota(row.left),
  collected: Number(row.collected),
  at: Number(row.at),
})

const holdOf = (row: HoldRow, codes: ReadonlyMap<string, AccountCode>): HoldState => ({
  id: row.id,
  phase: row.state,
  amount: quota(row.amount),
  accounts: (JSON.parse(row.accounts) as readonly string[]).map((id) => {
    const code = codes.get(id)
    if (code === undefined) throw new Error(`hold ${row.id} names account ${id}, which is gone`)
    return code
  }),
  owner: row.task === '' ? { incarnation: row.incarnation } : { task: row.task },
  createdAt: Number(row.created_at),
  resolvedAt: row.resolved_at === null ? null : Number(row.resolved_at),
  reason: row.reason,
})
