import type { Generated } from 'kysely'

/** The ledger's own tables. Rows of operations and transfers are inserted, never changed or deleted. */
export type LedgerTables = {
  /** One row an account with a balance. The balance is a cache of the fold of its transfers. */
  ledger_accounts: {
    id: Generated<bigint>
    code: string
    ledger: string
    /** Posted: everything that came in less everything that was charged. */
    balance: bigint
    /** Part of the balance that holds have set aside. */
    held: bigint
    /** Sum of what is left of its debts. */
    owed: Generated<bigint>
    /** Limit of a spend window; null for wallets and token limits. */
    window_limit: bigint | null
    resets_at: bigint | null
    updated_at: bigint
  }
  ledger_holds: {
    id: string
    /** pending, settled, voided, expired */
    state: string
    amount: bigint
    /** Ids of the accounts held, as a JSON array of strings. */
    accounts: string
    /** The process or the task that owns it; the other is empty. */
    incarnation: string
    task: Generated<string>
    created_at: bigint
    resolved_at: bigint | null
    reason: string | null
  }
  /** What a charge could not take, by the hold that it ended. `left` 0: paid or written off. */
  ledger_debts: {
    hold: string
    wallet: string
    left: bigint
    collected: bigint
    at: bigint
  }
  /** What happened, once: unique by (cause, kind). */
  ledger_operations: {
    id: Generated<bigint>
    cause: string
    kind: string
    actor: string
    remark: string
    book_revision: bigint
    /** Settled after the hold had expired. */
    late: bigint
    at: bigint
  }
  ledger_transfers: {
    id: Generated<bigint>
    operation_id: bigint
    ledger: string
    debit: string
    credit: string
    amount: bigint
  }
  /** One row a life of a process; `heartbeat_at` is by the database's clock. */
  ledger_incarnations: {
    id: string
    started_at: bigint
    heartbeat_at: bigint
    ended_at: bigint | null
    /** Settlements that no database took, beside the journal of the process. */
    refused: Generated<bigint>
  }
}
