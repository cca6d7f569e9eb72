import { Refusal } from '@posthouse/contract/refusal'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lockAccount } from '../accounts/lock-account.ts'

/** Room for one work. */
export type WorkRoom = {
  /** Of the work. */
  readonly id: string
  readonly userId: bigint
  /** As many as may come. */
  readonly bytes: number
  /** The life of the process that takes the room. */
  readonly incarnation: string
  readonly now: number
  readonly expiresAt: number
}

const runningMost = 12
const bytesMost = 2 * 1024 ** 3

/** A row in one transaction with the count, so that the limits hold for calls at the same moment and on several nodes. */
export const reserveWork = (db: Kysely<Tables>, room: WorkRoom): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, room.userId)
    await requireRoom(transaction, room)
    await transaction
      .insertInto('works')
      .values({
        id: room.id,
        user_id: room.userId,
        studio: '',
        model: '',
        title: '',
        inputs: '{}',
        call: '{}',
        sent: '[]',
        status: 'receiving',
        incarnation: room.incarnation,
        bytes: BigInt(room.bytes),
        created_at: BigInt(room.now),
        expires_at: BigInt(room.expiresAt),
        finished_at: null,
      })
      .execute()
  })

async function requireRoom(
  transaction: Transaction<Tables>,
  { userId, bytes }: WorkRoom,
): Promise<void> {
  const held = await transaction
    .selectFrom('works')
    .select(({ fn, eb }) => [
      fn.sum<bigint | string | null>('bytes').as('bytes'),
      fn
        .sum<bigint | string | null>(
          eb.case().when('finished_at', 'is', null).then(1).else(0).end(),
        )
        .as('running'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(held.running ?? 0) >= runningMost) {
    throw new Refusal('work.too-many', { limit: runningMost }, { retryAfterSeconds: 10 })
  }
  if (Number(held.bytes ?? 0) + bytes > bytesMost) {
    throw new Refusal('work.full', { limit: bytesMost / 1024 ** 3 })
  }
}
