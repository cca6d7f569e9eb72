import type { Generated } from 'kysely'

/** The ledger's own tables. Rows of operations and transfers are inserted, never changed or deleted. */
export type LedgerTables = {
  /** One row per account with a balance. The balance caches the sum of the account's transfers. */
  ledger_accounts: {
    id: Generated<bigint>
    code: string
    ledger: string
    /** Posted: all credits minus all debits. */
    balance: bigint
    held: bigint
    /** Sum of the unpaid parts of its debts. */
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
    /** Ids of the held accounts, as a JSON array of strings. */
    accounts: string
    /** `incarnation` or `task` names the owner; the other is empty. */
    incarnation: string
    task: Generated<string>
    created_at: bigint
    resolved_at: bigint | null
    reason: string | null
  }
  /** The unpaid part of a charge, by the hold that it ended. `left` is 0 once it is paid or written off. */
  ledger_debts: {
    hold: string
    wallet: string
    left: bigint
    collected: bigint
    at: bigint
  }
  /** One row per event: unique by (cause, kind). */
  ledger_operations: {
    id: Generated<bigint>
    cause: string
    kind: string
    actor: string
    remark: string
    book_revision: bigint
    /** 1 when the hold had expired before it was settled. */
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
  /** One row per run of a process. `heartbeat_at` uses the database's clock. */
  ledger_incarnations: {
    id: string
    started_at: bigint
    heartbeat_at: bigint
    ended_at: bigint | null
    /** Settlements that the database rejected, kept next to the journal of the process. */
    refused: Generated<bigint>
  }
}
