import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { cut } from '../../lib/cut.ts'
import { requestId } from '../../lib/ids.ts'
import type { Message, NewMessage } from './message.ts'

/** One that is due, and how many attempts it has had. */
export type DueMessage = Message & { readonly attempts: number }

/** The end of an attempt. */
export type AttemptEnd =
  | { readonly deliveredAt: number }
  | { readonly givenUpAt: number; readonly reason: string }
  | { readonly dueAt: number; readonly reason: string }
  /** It was none. */
  | { readonly waitUntil: number; readonly reason: string }

export type OutboxStore = ReturnType<typeof createOutboxStore>

/** Messages in the database. */
export const createOutboxStore = (db: Kysely<Tables>) => ({
  /** Belongs into the transaction that it tells of. What is there already stays as it is. */
  async add(transaction: Transaction<Tables>, message: NewMessage): Promise<void> {
    await transaction
      .insertInto('outbox')
      .values({
        id: `msg_${requestId(message.at)}`,
        kind: message.kind,
        key: message.key,
        payload: JSON.stringify(message.payload),
        created_at: BigInt(message.at),
        due_at: BigInt(message.at),
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute()
  },

  /** Those that have waited longest, `most` at most. */
  async due(now: number, most: number): Promise<DueMessage[]> {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload', 'created_at', 'attempts'])
      .where('delivered_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('due_at', '<=', BigInt(now))
      .orderBy('due_at')
      .limit(most)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      payload: row.payload,
      at: Number(row.created_at),
      attempts: Number(row.attempts),
    }))
  },

  /** Of two attempts at once, where one was delivered it stays delivered. */
  async end(id: string, how: AttemptEnd): Promise<void> {
    await db
      .updateTable('outbox')
      .set((is) => ({
        ...columnsOf(how),
        attempts: is('attempts', '+', 'waitUntil' in how ? 0n : 1n),
      }))
      .where('id', '=', id)
      .where('delivered_at', 'is', null)
      .execute()
  },

  /** Removes what has been over for long. */
  async prune(now: number): Promise<void> {
    const before = BigInt(now - keptMs)
    await db
      .deleteFrom('outbox')
      .where((is) => is.or([is('delivered_at', '<', before), is('given_up_at', '<', before)]))
      .execute()
  },
})

/** A cause that is repeated later than this is told again. */
const keptMs = 30 * 86_400_000
const reasonMax = 500

function columnsOf(how: AttemptEnd) {
  if ('deliveredAt' in how) {
    return { delivered_at: BigInt(how.deliveredAt), given_up_at: null, last_error: '' }
  }
  const last_error = cut(how.reason, reasonMax)
  if ('givenUpAt' in how) return { given_up_at: BigInt(how.givenUpAt), last_error }
  return { due_at: BigInt('dueAt' in how ? how.dueAt : how.waitUntil), last_error }
}
