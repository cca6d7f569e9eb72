import type { Submitter } from '@posthouse/ledger/writer'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { PostMailParts } from '../mail/post-mail.ts'
import type { Settings } from '../settings/setting-table.ts'
import type { PaymentGatewayPort } from './gateway-port.ts'

export type OrderParts = PostMailParts & {
  readonly db: Kysely<Tables>
  readonly within: (transaction: Transaction<Tables>) => Submitter<'credit' | 'grant' | 'adjust'>
  readonly payments: PaymentGatewayPort
  readonly settings: () => Settings
  readonly clock: Pick<Clock, 'now'>
}

export type OrderEvent = {
  readonly order: bigint
  readonly at: number
  readonly kind: string
  readonly verdict?: string
  /** Third-party text, truncated. */
  readonly said?: string
  readonly actor?: bigint | null
}

const saidMost = 300

/** Adds an entry to an order's history. */
export const record = async (
  db: Kysely<Tables>,
  { order, at, kind, verdict = '', said = '', actor = null }: OrderEvent,
): Promise<void> => {
  await db
    .insertInto('order_events')
    .values({
      order_id: order,
      at: BigInt(at),
      kind,
      verdict,
      said: said.replaceAll('\0', '').toWellFormed().slice(0, saidMost),
      actor,
    })
    .execute()
}

/** Skips an entry equal to the last one, because a job may find the same for days. */
export async function recordOnce(db: Kysely<Tables>, event: OrderEvent): Promise<void> {
  const last = await db
    .selectFrom('order_events')
    .select(['kind', 'verdict'])
    .where('order_id', '=', event.order)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last?.kind === event.kind && last.verdict === event.verdict) return
  await record(db, event)
}
