import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { CurrentSnapshot } from '../snapshot/current-snapshot.ts'
import type { OutboxStore } from '../outbox/outbox-store.ts'
import { webhookTarget } from '../settings/webhook-target.ts'

export type DisableParts = {
  readonly snapshot: CurrentSnapshot
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly clock: Pick<Clock, 'now'>
}

type DisableRequest = {
  readonly id: bigint
  /** A failure code. The operator's webhook receives it. */
  readonly reason: string
  /** Only while the channel still has this version: it was measured as it was then. */
  readonly version?: bigint
}

/**
 * Takes an enabled channel out of service as disabled by failures or a test. A channel that an administrator
 * disabled meanwhile stays his. Answers whether it did.
 */
export async function disableChannel(
  transaction: Transaction<Tables>,
  { id, reason, version }: DisableRequest,
  { snapshot, outbox, clock }: DisableParts,
): Promise<boolean> {
  let update = transaction
    .updateTable('channels')
    .set((is) => ({
      status: 3n,
      version: is('version', '+', 1n),
      attention_at: BigInt(clock.now()),
      attention_reason: reason,
    }))
    .where('id', '=', id)
    .where('status', '=', 1n)
    .where('deleted_at', 'is', null)
  if (version !== undefined) update = update.where('version', '=', version)
  const disabled = await update.returning(['name', 'version']).executeTakeFirst()
  if (disabled === undefined) return false
  if (webhookTarget(snapshot.get().settings) === null) return true
  await outbox.add(transaction, {
    kind: 'channel.disabled',
    key: `${id}:${disabled.version}`,
    payload: { channel_id: Number(id), channel_name: disabled.name, reason },
    at: clock.now(),
  })
  return true
}
