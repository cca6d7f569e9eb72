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
  /** Failure code, sent to the operator's webhook. */
  readonly reason: string
  /** Applies only to this version of the channel, the one that was tested. */
  readonly version?: bigint
}

/**
 * Disables an enabled channel because of failures or a test. A channel disabled by an administrator meanwhile stays as it is. Returns
 * whether it was disabled.
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
