import type { AccountCode, SystemAccount } from './account.ts'
import type { Quota } from './quota.ts'

/*
 * What moves money, as values. A command can be batched, sent to another thread, written to the
 * journal and replayed: it holds no function and no connection. Times are epoch milliseconds.
 */

/** What a column of a carried row may hold. */
export type SqlValue = string | number | bigint | null

/** An account that a hold takes from. A window names its limit, so that its first hold opens it. */
export type HeldAccount = {
  readonly code: AccountCode
  readonly window?: { readonly limit: Quota; readonly resetsAt: number }
}

/**
 * Whose a hold is. A process's is given back when the process dies; a task's lives as long as the task, whatever
 * process works on it.
 */
export type HoldOwner = { readonly incarnation: string } | { readonly task: string }

/**
 * Sets money aside in every account named, or in none. `amount` is what is wanted and `minimum`
 * the least that will do: what every account can give, between the two, is held. Until it is
 * settled or voided it cannot be spent by another. With `modest`, between the two, it takes no more
 * than that or half of what is free in its wallet, whichever is more: others get along beside it.
 */
export type Hold = {
  readonly kind: 'hold'
  /**
   * A UUIDv7: the request's, where a request has one charge. It is the name of the hold and, as `request:<id>`, the
   * cause of the charge.
   */
  readonly id: string
  readonly amount: Quota
  readonly minimum: Quota
  readonly modest?: Quota
  readonly accounts: readonly HeldAccount[]
  readonly owner: HoldOwner
  /** Absent: none. Written only when the hold is made. */
  readonly rows?: readonly RowWrite[]
  readonly at: number
}

/**
 * More for a hold that still runs. Refused like a hold; the hold itself stays as it was. One that
 * expired, though its process lives, is taken again whole, or refused.
 */
export type Extend = {
  readonly kind: 'extend'
  readonly hold: string
  readonly amount: Quota
  readonly minimum: Quota
  readonly at: number
}

/**
 * Adds to counters beside the ledger (roll-ups): the same to the row of one key, or of each of many. `'charged'`
 * stands for the amount of the settlement.
 */
export type Tally = {
  readonly table: string
  readonly add: Readonly<Record<string, bigint | 'charged'>>
} & (
  | { readonly key: Readonly<Record<string, SqlValue>> }
  // Every settlement is copied to another thread: names of columns once are most of it saved.
  | { readonly columns: readonly string[]; readonly keys: readonly (readonly SqlValue[])[] }
)

/**
 * A row of another table that must be true together with what moves: an order's state, a claimed code, a task, a
 * message to deliver. A row with `key` is changed, one without is new. A command whose key fits not exactly one row
 * fails. Rows of two customers are two rows: processes lock accounts in order, and rows beside them as they come.
 */
export type RowWrite = {
  readonly table: string
  readonly key?: Readonly<Record<string, SqlValue>>
  readonly values: Readonly<Record<string, SqlValue>>
}

/**
 * Ends a hold with a charge of any amount, 0 included. What exceeds the hold is taken too, down to
 * what other holds have set aside in each account. What is then missing in the wallet stays owed
 * while there are other holds, and is written off to `adjusted` otherwise. The usage row is written
 * by the same transaction, with the whole amount in its `quota`: what of it was paid, is owed and was
 * written off is in the ledger.
 */
export type Settle = {
  readonly kind: 'settle'
  readonly hold: string
  readonly amount: Quota
  readonly usage: Readonly<Record<string, SqlValue>> | null
  readonly tallies: readonly Tally[]
  /** Absent: none. */
  readonly rows?: readonly RowWrite[]
  readonly actor: string
  /** Absent: none. */
  readonly remark?: string
  readonly bookRevision: bigint
  readonly at: number
}

/** Ends a hold with nothing taken. `expired` is for the job that clears up after a dead process. */
export type Void = {
  readonly kind: 'void'
  readonly hold: string
  readonly reason: string
  readonly expired: boolean
  /** A row that records the failed request at no charge, when it deserves one. */
  readonly usage: Readonly<Record<string, SqlValue>> | null
  readonly tallies: readonly Tally[]
  readonly rows?: readonly RowWrite[]
  readonly at: number
}

/**
 * Gives a charge back, once and whole: what it took from the wallet, from a limit that nobody has set since, and
 * from a spend window that has not begun anew since. What is still owed of it is forgiven; what was written off nobody paid, and nobody gets.
 * The row carries as its `quota` what was returned and forgiven, below zero, and so do tallies.
 */
export type Refund = {
  readonly kind: 'refund'
  /** The hold that the charge ended. */
  readonly hold: string
  /** No wallet may have more than this afterwards. Absent: no matter. */
  readonly balanceMost?: Quota
  readonly usage: Readonly<Record<string, SqlValue>> | null
  readonly tallies: readonly Tally[]
  readonly rows?: readonly RowWrite[]
  readonly actor: string
  readonly remark: string
  readonly at: number
}

/**
 * Money or allowance that enters or leaves an account outside a request. Unique by (cause, kind):
 * the same again changes nothing and answers `already-done`.
 * credit: paid for. grant: given. adjust: an administrator's correction, may be negative.
 */
export type Move = {
  readonly kind: 'credit' | 'grant' | 'adjust'
  readonly cause: string
  readonly account: AccountCode
  readonly counterpart: SystemAccount
  readonly amount: Quota
  /** What comes in may not take the balance above this. Absent: no matter. */
  readonly balanceMost?: Quota
  readonly actor: string
  readonly remark: string
  /** A row for the log, written in the same transaction. */
  readonly usage: Readonly<Record<string, SqlValue>> | null
  readonly rows?: readonly RowWrite[]
  readonly at: number
}

/** Sets what is left of an allowance account (opens it when it is new). */
export type Allow = {
  readonly kind: 'allow'
  readonly cause: string
  readonly account: AccountCode
  readonly balance: Quota
  readonly actor: string
  readonly at: number
}

export type Command = Hold | Extend | Settle | Void | Refund | Move | Allow

/** The limit that refused: what is available in it, what was wanted, and when it resets. */
export type Insufficient = {
  readonly ok: false
  readonly reason: 'insufficient'
  readonly account: AccountCode
  readonly left: Quota
  readonly wanted: Quota
  readonly resetsAt: number | null
}

export type HoldResult =
  | { readonly ok: true; readonly held: Quota }
  | Insufficient
  | { readonly ok: false; readonly reason: 'duplicate-hold' | 'unknown-hold' | 'hold-resolved' }

export type SettleResult =
  | {
      readonly ok: true
      /** What was taken now; with what is owed and written off it is the amount. */
      readonly charged: Quota
      readonly owed: Quota
      readonly writtenOff: Quota
      /** The hold had been given back as expired before this settlement came. */
      readonly late: boolean
      /** The database was away: the command is in the local journal and will be replayed. */
      readonly journalled: boolean
    }
  | { readonly ok: false; readonly reason: 'unknown-hold' | 'already-settled' | 'already-voided' }

export type VoidResult =
  | { readonly ok: true; readonly journalled: boolean }
  | { readonly ok: false; readonly reason: 'unknown-hold' | 'already-settled' | 'already-voided' }

export type RefundResult =
  | {
      readonly ok: true
      /** What the wallet has again. */
      readonly returned: Quota
      readonly forgiven: Quota
    }
  | {
      readonly ok: false
      readonly reason:
        | 'unknown-hold'
        | 'hold-pending'
        | 'too-much'
        | 'already-voided'
        | 'already-done'
        | 'nothing-charged'
    }

export type MoveResult =
  | { readonly ok: true; readonly balance: Quota }
  | Insufficient
  | { readonly ok: false; readonly reason: 'already-done' | 'too-much' }

export type ResultOf<C extends Command> = C extends Hold | Extend
  ? HoldResult
  : C extends Settle
    ? SettleResult
    : C extends Void
      ? VoidResult
      : C extends Refund
        ? RefundResult
        : MoveResult

export type Result = HoldResult | SettleResult | VoidResult | RefundResult | MoveResult
