import type { AccountCode, SystemAccount } from './account.ts'
import type { Quota } from './quota.ts'

/*
 * Everything that moves money, as values. A command can be batched, sent to another thread, written to the journal and
 * replayed, so it holds no function and no connection. Times are epoch milliseconds.
 */

export type SqlValue = string | number | bigint | null

/** An account that a hold reserves from. A window includes its limit, so that its first hold can open it. */
export type HeldAccount = {
  readonly code: AccountCode
  readonly window?: { readonly limit: Quota; readonly resetsAt: number }
}

/**
 * Owner of a hold. A process's hold is released when the process dies. A task's hold lasts as long as the task,
 * no matter which process works on it.
 */
export type HoldOwner = { readonly incarnation: string } | { readonly task: string }

/**
 * Reserves money in all accounts named; there may be none. `amount` is the amount wanted and `minimum` the least
 * accepted: the hold takes the most that every account can give between the two. No one else can spend it until it is
 * settled or voided. With `modest`, between the two, the hold takes no more than that or half of what is available in
 * its wallet, whichever is larger, to leave room for concurrent requests.
 */
export type Hold = {
  readonly kind: 'hold'
  /**
   * A UUIDv7: the request's id when a request has one charge. It names the hold, and the cause of the charge is
   * `request:<id>`.
   */
  readonly id: string
  readonly amount: Quota
  readonly minimum: Quota
  readonly modest?: Quota
  readonly accounts: readonly HeldAccount[]
  readonly owner: HoldOwner
  /** Written only when the hold is made. */
  readonly rows?: readonly RowWrite[]
  readonly at: number
}

/**
 * Adds to a hold that is still open. It can be refused like a hold, and then the hold stays unchanged. If the hold
 * expired although its process is alive, the whole amount is reserved again, or the command is refused.
 */
export type Extend = {
  readonly kind: 'extend'
  readonly hold: string
  readonly amount: Quota
  readonly minimum: Quota
  readonly at: number
}

/**
 * Adds the same values to counters outside the ledger (roll-ups), in the row of one key or of many. `'charged'` means
 * the amount of the settlement.
 */
export type Tally = {
  readonly table: string
  readonly add: Readonly<Record<string, bigint | 'charged'>>
} & (
  | { readonly key: Readonly<Record<string, SqlValue>> }
  // Every settlement is copied to another thread. Naming the columns once keeps most of the copy small.
  | { readonly columns: readonly string[]; readonly keys: readonly (readonly SqlValue[])[] }
)

/**
 * A row of another table, written in the same transaction as the money: an order's state, a claimed code, a task, a
 * message to deliver. A row with `key` is updated, one without is inserted. The command fails unless its key matches
 * exactly one row. Two customers must not share a row: processes lock accounts in a fixed order, but these rows in any
 * order, so a shared row could cause a deadlock.
 */
export type RowWrite = {
  readonly table: string
  readonly key?: Readonly<Record<string, SqlValue>>
  readonly values: Readonly<Record<string, SqlValue>>
}

/**
 * Ends a hold with a charge of any amount, including 0. An amount above the hold is taken too, except what other holds
 * have reserved in each account. The rest stays owed by the wallet while other holds exist, and is written off to
 * `adjusted` otherwise. The usage row is written in the same transaction, with the whole amount in its `quota`. The
 * ledger records how much of it was paid, is owed or was written off.
 */
export type Settle = {
  readonly kind: 'settle'
  readonly hold: string
  readonly amount: Quota
  readonly usage: Readonly<Record<string, SqlValue>> | null
  readonly tallies: readonly Tally[]
  readonly rows?: readonly RowWrite[]
  readonly actor: string
  readonly remark?: string
  readonly bookRevision: bigint
  readonly at: number
}

/** Ends a hold without a charge. `expired` is set by the job that cleans up after a dead process. */
export type Void = {
  readonly kind: 'void'
  readonly hold: string
  readonly reason: string
  readonly expired: boolean
  /** A usage row for the failed request, at no charge; `null` for none. */
  readonly usage: Readonly<Record<string, SqlValue>> | null
  readonly tallies: readonly Tally[]
  readonly rows?: readonly RowWrite[]
  readonly at: number
}

/**
 * Gives a charge back, once and in full: what it took from the wallet, from a limit that was not set again since, and
 * from a spend window that has not reset since. The part still owed is forgiven. The part written off was never paid,
 * so it is not returned. The usage row's `quota` is minus the sum of what was returned and forgiven, and so is
 * `'charged'` in tallies.
 */
export type Refund = {
  readonly kind: 'refund'
  /** The hold that the charge ended. */
  readonly hold: string
  /** No wallet may exceed this afterwards. Unlimited when absent. */
  readonly balanceMost?: Quota
  readonly usage: Readonly<Record<string, SqlValue>> | null
  readonly tallies: readonly Tally[]
  readonly rows?: readonly RowWrite[]
  readonly actor: string
  readonly remark: string
  readonly at: number
}

/**
 * Money or allowance that enters or leaves an account outside a request. Unique by (cause, kind): a repeat changes
 * nothing and returns `already-done`.
 * credit: a payment. grant: a gift. adjust: an administrator's correction, may be negative.
 */
export type Move = {
  readonly kind: 'credit' | 'grant' | 'adjust'
  readonly cause: string
  readonly account: AccountCode
  readonly counterpart: SystemAccount
  readonly amount: Quota
  /** A credit may not raise the balance above this. Unlimited when absent. */
  readonly balanceMost?: Quota
  readonly actor: string
  readonly remark: string
  /** A log row, written in the same transaction. */
  readonly usage: Readonly<Record<string, SqlValue>> | null
  readonly rows?: readonly RowWrite[]
  readonly at: number
}

/** Sets the available amount of an allowance account. Opens the account when it is new. */
export type Allow = {
  readonly kind: 'allow'
  readonly cause: string
  readonly account: AccountCode
  readonly balance: Quota
  readonly actor: string
  readonly at: number
}

export type Command = Hold | Extend | Settle | Void | Refund | Move | Allow

/** The account that refused: its available amount, the amount wanted, and when it resets. */
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
      /** The amount taken now. With `owed` and `writtenOff` it adds up to the settlement's amount. */
      readonly charged: Quota
      readonly owed: Quota
      readonly writtenOff: Quota
      /** Whether the hold had already expired and been released. */
      readonly late: boolean
      /** Whether the database was unavailable, and the command is in the local journal to be replayed. */
      readonly journalled: boolean
    }
  | { readonly ok: false; readonly reason: 'unknown-hold' | 'already-settled' | 'already-voided' }

export type VoidResult =
  | { readonly ok: true; readonly journalled: boolean }
  | { readonly ok: false; readonly reason: 'unknown-hold' | 'already-settled' | 'already-voided' }

export type RefundResult =
  | {
      readonly ok: true
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
