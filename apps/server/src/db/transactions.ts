import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import { DatabaseError } from './database-error.ts'
import type { Tables } from './tables.ts'

/*
 * Three rules that the databases do not keep by themselves. Whoever writes beside the own transaction waits
 * for it to end while it waits for them: on SQLite, where one writes at a time, for ever and with everybody
 * else. A transaction that never ends keeps what it has locked. And what goes on in one that was
 * given up would write the rest of it by itself.
 */

/** A write beside one's own transaction: a fault of ours, in whichever database. */
export class BesideTransaction extends Error {
  override readonly name = 'BesideTransaction'

  constructor(what: string) {
    super(`${what} beside the transaction that is running here: use the transaction`)
  }
}

/** A statement of a transaction that is over: of one that was rolled back while its work went on. */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'

  constructor() {
    super('the transaction is over: nothing of it may be written alone')
  }
}

type Running = { ended: boolean }

const running = new AsyncLocalStorage<Running>()

/** Milliseconds that a transaction may take: its caller has given up long before. */
export const transactionDeadlineMs = 30_000

/** Throws BesideTransaction when this is called from within a transaction that is not over. */
export function refuseBeside(what: string): void {
  if (running.getStore()?.ended === false) throw new BesideTransaction(what)
}

/** A Kysely whose transactions know what runs inside of them, and end. */
export class GuardedKysely extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    refuseBeside('a second transaction')
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (write) => execute((transaction) => inside(write, transaction))
    return builder
  }
}

async function inside<Result>(
  write: (transaction: Transaction<Tables>) => Promise<Result>,
  transaction: Transaction<Tables>,
): Promise<Result> {
  const state: Running = { ended: false }
  try {
    return await inTime(running.run(state, () => write(transaction)))
  } finally {
    state.ended = true
  }
}

async function inTime<Result>(result: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const seconds = transactionDeadlineMs / 1_000
    late.reject(
      new DatabaseError(
        'TRANSACTION_TIMEOUT',
        `a transaction was rolled back after ${seconds} seconds`,
      ),
    )
  }, transactionDeadlineMs)
  try {
    return await Promise.race([result, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
