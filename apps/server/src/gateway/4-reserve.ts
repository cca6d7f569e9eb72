import type { Command, ResultOf } from '@posthouse/ledger/command'

/** The writer of the ledger, as the gateway uses it. Rejects with `LedgerUnavailable`. */
export type Ledger = { submit<C extends Command>(command: C): Promise<ResultOf<C>> }
