import type { AccountCode, LedgerName, SystemAccount } from './account.ts'
import type { HoldOwner, RowWrite, SqlValue } from './command.ts'
import type { Quota } from './quota.ts'

/** An account as the batch found it, or as it leaves it. Available is `balance - held`. */
export type AccountState = {
  readonly id: bigint
  readonly code: AccountCode
  readonly balance: Quota
  readonly held: Quota
  /** What charges could not take here yet: the sum of its open debts. Only wallets owe. */
  readonly owed: Quota
  /** What a spend window has been allowed so far; null until its first hold, and for other accounts. */
  readonly windowLimit: Quota | null
  readonly resetsAt: number | null
}

/**
 * `expired` was given back because its process seemed dead; a late settlement turns it into `settled`,
 * and a process that lives after all takes it again: `pending`.
 */
export type HoldPhase = 'pending' | 'settled' | 'voided' | 'expired'

/** A hold as the batch found it, or as it leaves it. */
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

/** What a charge still has to get from its wallet, by the hold that it ended. */
export type DebtState = {
  readonly hold: string
  readonly wallet: AccountCode
  /** 0: it was paid, or written off. */
  readonly left: Quota
  /** How often something was collected for it. */
  readonly collected: number
  readonly at: number
}

/** Everything that the commands of a batch name. Not the whole ledger. */
export type LedgerState = {
  readonly accounts: ReadonlyMap<AccountCode, AccountState>
  readonly holds: ReadonlyMap<string, HoldState>
  /** Operations that already happened, by `operationKey`. */
  readonly operations: ReadonlySet<string>
  /** Of the accounts that owe: their open debts. */
  readonly debts: ReadonlyMap<AccountCode, readonly DebtState[]>
  /** By hold, where a charge is to be given back: what it took, but from limits that were set since. */
  readonly charges: ReadonlyMap<string, readonly Transfer[]>
}

/** Kinds of operations by which a charge takes from accounts. */
export const isTaking = (kind: string): boolean => kind === 'charge' || kind.startsWith('collect:')

export const operationKey = (cause: string, kind: string): string => `${kind} ${cause}`

/** From `debit` to `credit`: the debit side has less afterwards, the credit side more. */
export type Transfer = {
  readonly ledger: LedgerName
  readonly debit: AccountCode | SystemAccount
  readonly credit: AccountCode | SystemAccount
  readonly amount: Quota
}

/** Something that happened once, with its linked transfers. Never edited. */
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

/** The tallies of a batch for one key, added up. */
export type MergedTally = {
  readonly table: string
  readonly key: CarriedRow
  readonly add: Readonly<Record<string, bigint>>
}

/** What a batch writes. Accounts and holds are in their last state of the batch. */
export type Changes = {
  readonly accounts: readonly AccountState[]
  readonly newHolds: readonly HoldState[]
  readonly changedHolds: readonly HoldState[]
  readonly operations: readonly Operation[]
  /** New ones, and those of which something was collected or written off. */
  readonly debts: readonly DebtState[]
  readonly usage: readonly CarriedRow[]
  readonly tallies: readonly MergedTally[]
  /** In the order of their commands. */
  readonly rows: readonly RowWrite[]
}
