import { hasRow, ledgerOf } from '../account.ts'
import type { AccountCode, SystemAccount } from '../account.ts'
import type { RowWrite, SqlValue, Tally } from '../command.ts'
import { minus, plus, zero } from '../quota.ts'
import type { Quota } from '../quota.ts'
import { isTaking, operationKey } from '../state.ts'
import type {
  AccountState,
  CarriedRow,
  Changes,
  DebtState,
  HoldState,
  LedgerState,
  MergedTally,
  Operation,
  Transfer,
} from '../state.ts'

type OpenTally = { table: string; key: CarriedRow; add: Record<string, bigint> }

/** A transfer to be made. Its ledger follows from its accounts. */
export type Movement = {
  readonly from: AccountCode | SystemAccount
  readonly to: AccountCode | SystemAccount
  readonly amount: Quota
}

/**
 * The state of a batch while its commands are applied, on top of what was read. Only `post` changes a balance, so that
 * a balance always is the sum of its transfers.
 */
export class Draft {
  readonly #read: LedgerState
  readonly #accounts = new Map<AccountCode, AccountState>()
  readonly #holds = new Map<string, HoldState>()
  readonly #debts = new Map<string, DebtState>()
  readonly #operations = new Map<string, Operation>()
  readonly #usage: CarriedRow[] = []
  readonly #tallies = new Map<string, OpenTally>()
  readonly #rows: RowWrite[] = []

  constructor(read: LedgerState) {
    this.#read = read
  }

  account(code: AccountCode): AccountState {
    const account = this.#accounts.get(code) ?? this.#read.accounts.get(code)
    if (account === undefined) throw new Error(`the batch did not read account ${code}`)
    return account
  }

  available(code: AccountCode): Quota {
    const { balance, held } = this.account(code)
    return minus(balance, held)
  }

  /** Reserves an amount, or releases it when negative. The amount held never exceeds the balance. */
  hold(code: AccountCode, amount: Quota): void {
    const account = this.account(code)
    this.#keep({ ...account, held: plus(account.held, amount) })
  }

  openWindow(code: AccountCode, windowLimit: Quota, resetsAt: number): void {
    this.#keep({ ...this.account(code), windowLimit, resetsAt })
  }

  findHold(id: string): HoldState | undefined {
    return this.#holds.get(id) ?? this.#read.holds.get(id)
  }

  putHold(hold: HoldState): void {
    this.#holds.set(hold.id, hold)
  }

  /** Open debts of a wallet, oldest first. */
  openDebts(wallet: AccountCode): DebtState[] {
    const debts = new Map((this.#read.debts.get(wallet) ?? []).map((debt) => [debt.hold, debt]))
    for (const debt of this.#debts.values()) {
      if (debt.wallet === wallet) debts.set(debt.hold, debt)
    }
    return [...debts.values()]
      .filter(({ left }) => left > 0n)
      .toSorted((a, b) => a.at - b.at || (a.hold < b.hold ? -1 : 1))
  }

  putDebt(debt: DebtState): void {
    const before =
      this.#debts.get(debt.hold) ??
      this.#read.debts.get(debt.wallet)?.find(({ hold }) => hold === debt.hold)
    const account = this.account(debt.wallet)
    const change = minus(debt.left, before?.left ?? zero)
    this.#debts.set(debt.hold, debt)
    this.#keep({ ...account, owed: plus(account.owed, change) })
  }

  isDone(cause: string, kind: string): boolean {
    const key = operationKey(cause, kind)
    return this.#operations.has(key) || this.#read.operations.has(key)
  }

  /**
   * All transfers of the charge that ended a hold, including later collections of its debt. Those from a limit are left
   * out once the limit is set again.
   */
  takenFor(hold: string): readonly Transfer[] {
    const cause = `request:${hold}`
    let taken = [...(this.#read.charges.get(hold) ?? [])]
    for (const operation of this.#operations.values()) {
      const { kind, transfers } = operation
      if (kind === 'allow') taken = taken.filter(({ debit }) => !concerns(transfers, debit))
      else if (operation.cause === cause && isTaking(kind)) taken = [...taken, ...transfers]
    }
    return taken
  }

  /** Records an operation and moves its amounts. Zero amounts are left out. */
  post(operation: Omit<Operation, 'transfers'>, movements: readonly Movement[]): void {
    const transfers = movements.filter(({ amount }) => amount !== 0n).map(toTransfer)
    if (transfers.length === 0) return
    const key = operationKey(operation.cause, operation.kind)
    if (this.isDone(operation.cause, operation.kind)) throw new Error(`operation twice: ${key}`)
    this.#operations.set(key, { ...operation, transfers })
    for (const { debit, credit, amount } of transfers) {
      this.#change(debit, minus(0n as Quota, amount))
      this.#change(credit, amount)
    }
  }

  carry(row: CarriedRow | null, filled: CarriedRow): void {
    if (row !== null) this.#usage.push({ ...row, ...filled })
  }

  write(rows: readonly RowWrite[] = []): void {
    for (const row of rows) this.#rows.push(row)
  }

  /** Adds to the counters of the batch. Each key is written once. */
  tally(tallies: readonly Tally[], charged: Quota): void {
    for (const tally of tallies) {
      if ('key' in tally) this.#tallyOne(tally, Object.values(tally.key), charged)
      else for (const key of tally.keys) this.#tallyOne(tally, key, charged)
    }
  }

  #tallyOne(tally: Tally, values: readonly SqlValue[], charged: Quota): void {
    const name = `${tally.table} ${values.join(' ')}`
    let open = this.#tallies.get(name)
    if (open === undefined) {
      const columns = 'key' in tally ? Object.keys(tally.key) : tally.columns
      const key = Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null]))
      open = { table: tally.table, key, add: {} }
      this.#tallies.set(name, open)
    }
    for (const [column, amount] of Object.entries(tally.add)) {
      open.add[column] = (open.add[column] ?? 0n) + (amount === 'charged' ? charged : amount)
    }
  }

  changes(): Changes {
    const newHolds: HoldState[] = []
    const changedHolds: HoldState[] = []
    for (const hold of this.#holds.values()) {
      const list = this.#read.holds.has(hold.id) ? changedHolds : newHolds
      list.push(hold)
    }
    return {
      accounts: [...this.#accounts.values()],
      newHolds,
      changedHolds,
      operations: [...this.#operations.values()],
      debts: [...this.#debts.values()],
      usage: this.#usage,
      tallies: this.#orderedTallies(),
      rows: this.#rows,
    }
  }

  /** Always in the same order, so that two batches that add to the same rows cannot deadlock. */
  #orderedTallies(): MergedTally[] {
    const entries = [...this.#tallies.entries()]
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return entries.map(([, tally]) => tally)
  }

  #change(code: AccountCode | SystemAccount, amount: Quota): void {
    if (!hasRow(code)) return
    const account = this.account(code)
    this.#keep({ ...account, balance: plus(account.balance, amount) })
  }

  #keep(account: AccountState): void {
    if (account.held < 0n || account.held > account.balance) {
      throw new Error(
        `${account.code} would have ${account.held} held of a balance of ${account.balance}`,
      )
    }
    this.#accounts.set(account.code, account)
  }
}

const concerns = (transfers: readonly Transfer[], code: Transfer['debit']): boolean =>
  transfers.some(({ debit, credit }) => code === debit || code === credit)

function toTransfer({ from, to, amount }: Movement): Transfer {
  const ledger = ledgerOf(from)
  if (ledger !== ledgerOf(to)) throw new Error(`a transfer from ${from} to ${to} mixes two ledgers`)
  if (amount < 0n) throw new Error(`a transfer of ${amount} from ${from} to ${to}`)
  return { ledger, debit: from, credit: to, amount }
}
