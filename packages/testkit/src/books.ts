import { setTimeout as delay } from 'node:timers/promises'
import { walletOf } from '@posthouse/ledger/account'
import type { Difference, Entry } from '@posthouse/ledger/reader'
import type { Stores } from '@posthouse/server/open-stores'

export type LoggedCharge = {
  readonly requestId: string
  readonly type: number
  readonly quota: number
  /** From the ledger's transfers: the part of the quota that was paid, and the part written off. */
  readonly paid: number
  readonly writtenOff: number
  readonly held: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly usageSource: string
  readonly outcome: string
  readonly status: number
  readonly errorCode: string
  readonly channel: string
}

/** Reads the product's records of money directly from the database. */
export type Books = {
  /** The log row of a request, once it exists. */
  charge(requestId: string): Promise<LoggedCharge>
  /** A user's balance, once none of it is held. */
  balance(user: bigint): Promise<number>
  /** Sum of all charges of a user from the ledger's transfers alone, once nothing is held. */
  charged(user: bigint): Promise<number>
  /** The state of a request's hold, once it is no longer pending. */
  resolution(requestId: string): Promise<string>
  /** Waits until no hold is pending. An answer ends before its charge. */
  settled(): Promise<void>
  /** Waits as `settled` does, then returns the ledger's differences, of which there must be none. */
  differences(): Promise<Difference[]>
}

const deadlineMs = 15_000
const pauseMs = 10

export function readBooks({ db, ledger }: Pick<Stores, 'db' | 'ledger'>): Books {
  return {
    charge: (requestId) =>
      eventually(`the log row of ${requestId}`, async () => {
        const row = await db
          .selectFrom('usage_log')
          .selectAll()
          .where('request_id', '=', requestId)
          .executeTakeFirst()
        if (row === undefined) return null
        const entries = await ledger.reader.entries(`request:${requestId}`)
        return {
          requestId,
          type: Number(row.type),
          quota: Number(row.quota),
          paid: sumOf(entries, ({ debit }) => debit.startsWith('wallet:')),
          writtenOff: sumOf(entries, ({ debit }) => debit === 'adjusted'),
          held: Number(row.held),
          inputTokens: Number(row.input_tokens),
          outputTokens: Number(row.output_tokens),
          usageSource: row.usage_source,
          outcome: row.outcome,
          status: Number(row.status),
          errorCode: row.error_code,
          channel: row.channel_name,
        }
      }),
    balance: (user) => balanceOf(ledger, user),
    charged: async (user) => {
      await balanceOf(ledger, user)
      const rows = await db
        .selectFrom('ledger_transfers')
        .select('amount')
        .where('debit', '=', walletOf(user))
        .where('credit', '=', 'revenue')
        .execute()
      return rows.reduce((sum, { amount }) => sum + Number(amount), 0)
    },
    resolution: (requestId) =>
      eventually(`the end of hold ${requestId}`, async () => {
        const hold = await db
          .selectFrom('ledger_holds')
          .select('state')
          .where('id', '=', requestId)
          .executeTakeFirst()
        return hold === undefined || hold.state === 'pending' ? null : hold.state
      }),
    settled: () => settled(db),
    differences: async () => {
      await settled(db)
      return ledger.reader.differences()
    },
  }
}

const balanceOf = (ledger: Stores['ledger'], user: bigint): Promise<number> =>
  eventually(`the end of what the wallet of ${user} holds`, async () => {
    const { balance, held } = await ledger.reader.balance(walletOf(user))
    return held === 0n ? Number(balance) : null
  })

async function settled(db: Stores['db']): Promise<void> {
  await eventually('the end of every hold', async () => {
    const pending = await db
      .selectFrom('ledger_holds')
      .select('id')
      .where('state', '=', 'pending')
      .executeTakeFirst()
    return pending === undefined ? true : null
  })
}

const sumOf = (entries: readonly Entry[], isMeant: (entry: Entry) => boolean): number =>
  entries.filter(isMeant).reduce((sum, { amount }) => sum + Number(amount), 0)

/** Polls until there is a value. Fails with `what` once the deadline has passed. */
export async function eventually<Value>(
  what: string,
  ask: () => Value | null | Promise<Value | null>,
): Promise<Value> {
  const end = Date.now() + deadlineMs
  for (;;) {
    const value = await ask()
    if (value !== null) return value
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await delay(pauseMs)
  }
}
