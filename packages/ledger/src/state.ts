import type { AccountCode, LedgerName, SystemAccount } from './account.ts'
import type { HoldOwner, RowWrite, SqlValue } from './command.ts'
import type { Quota } from './quota.ts'

/** An account before or after the batch. Available is `balance - held`. */
export type AccountState = {
  readonly id: bigint
  readonly code: AccountCode
  readonly balance: Quota
  readonly held: Quota
  /** The unpaid part of charges: the sum of its open debts. Only wallets owe. */
  readonly owed: Quota
  /** The total allowance of a spend window so far. `null` before its first hold, and for other accounts. */
  readonly windowLimit: Quota | null
  readonly resetsAt: number | null
}

/**
 * `expired`: released because its process seemed dead. A late settlement makes it `settled`. If the process is alive
 * after all, it can make the hold `pending` again.
 */
export type HoldPhase = 'pending' | 'settled' | 'voided' | 'expired'

export type HoldState = {
  readonly id: string
  readonly phase: HoldPhase
  readonly amount: Quota
  readonly accounts: readonly AccountCode[]
  readonly owner: HoldOwner
  readonly createdAt: number
  readonly resolvedAt: number | null
  readonly reason: string | null
}

/** The unpaid part of a charge, by the hold that it ended. */
export type DebtState = {
  readonly hold: string
  readonly wallet: AccountCode
  /** 0 once it is paid or written off. */
  readonly left: Quota
  readonly collected: number
  readonly at: number
}

/** Everything that the commands of a batch name, not the whole ledger. */
export type LedgerState = {
  readonly accounts: ReadonlyMap<AccountCode, AccountState>
  readonly holds: ReadonlyMap<string, HoldState>
  /** Operations that already happened, by `operationKey`. */
  readonly operations: ReadonlySet<string>
  readonly debts: ReadonlyMap<AccountCode, readonly DebtState[]>
  /** For charges to be refunded, by hold: what was taken, without limits that were set again since. */
  readonly charges: ReadonlyMap<string, readonly Transfer[]>
}

/** Kinds of operations by which a charge takes from accounts. */
export const isTaking = (kind: string): boolean => kind === 'charge' || kind.startsWith('collect:')

export const operationKey = (cause: string, kind: string): string => `${kind} ${cause}`

/** Moves an amount from `debit` to `credit`: the debit side has less afterwards, the credit side more. */
export type Transfer = {
  readonly ledger: LedgerName
  readonly debit: AccountCode | SystemAccount
  readonly credit: AccountCode | SystemAccount
  readonly amount: Quota
}

/** An event that happens once, with its transfers. Never edited. */
export type Operation = {
  readonly cause: string
  readonly kind: string
  readonly actor: string
  readonly remark: string
  readonly bookRevision: bigint
  readonly late: boolean
  readonly at: number
  readonly transfers: readonly Transfer[]
}

export type CarriedRow = Readonly<Record<string, SqlValue>>

/** The sum of a batch's tallies for one key. */
export type MergedTally = {
  readonly table: string
  readonly key: CarriedRow
  readonly add: Readonly<Record<string, bigint>>
}

/** The writes of a batch. Accounts and holds are in their final state. */
export type Changes = {
  readonly accounts: readonly AccountState[]
  readonly newHolds: readonly HoldState[]
  readonly changedHolds: readonly HoldState[]
  readonly operations: readonly Operation[]
  /** New debts, and those that were partly collected or written off. */
  readonly debts: readonly DebtState[]
  readonly usage: readonly CarriedRow[]
  readonly tallies: readonly MergedTally[]
  /** In the order of the commands. */
  readonly rows: readonly RowWrite[]
}
