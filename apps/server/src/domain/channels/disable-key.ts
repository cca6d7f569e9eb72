import { cut } from '../../lib/cut.ts'
import type { Clock } from '../../lib/clock.ts'
import type { OutboxStore } from '../outbox/outbox-store.ts'
import { webhookTarget } from '../settings/webhook-target.ts'
import type { CurrentSnapshot } from '../../snapshot/current-snapshot.ts'

/** A key that only the operator can mend: which, of which channel, and what its supplier said (masked). */
export type DeadKey = {
  readonly channelId: bigint
  readonly keyId: bigint
  readonly reason: string
}

type DisableParts = {
  readonly snapshot: CurrentSnapshot
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Takes a dead key out of service, and its channel with it when it was the last. Both are said to be
 * disabled by failures, so that the operator sees what he did not do himself; of the channel he is told, where he
 * listens.
 */
export async function disableKey(
  key: DeadKey,
  { snapshot, outbox, clock }: DisableParts,
): Promise<void> {
  const isHeard = webhookTarget(snapshot.get().settings) !== null
  await snapshot.change(async (transaction) => {
    await transaction
      .updateTable('channel_keys')
      .set({ status: 3n, last_error: cut(key.reason, 500) })
      .where('id', '=', key.keyId)
      .where('status', '=', 1n)
      .execute()
    const left = await transaction
      .selectFrom('channel_keys')
      .select('id')
      .where('channel_id', '=', key.channelId)
      .where('status', '=', 1n)
      .executeTakeFirst()
    if (left !== undefined) return
    const disabled = await transaction
      .updateTable('channels')
      .set((is) => ({ status: 3n, version: is('version', '+', 1n) }))
      .where('id', '=', key.channelId)
      .where('status', '=', 1n)
      .returning(['name', 'version'])
      .executeTakeFirst()
    if (disabled === undefined || !isHeard) return
    await outbox.add(transaction, {
      kind: 'channel.disabled',
      key: `${key.channelId}:${disabled.version}`,
      payload: {
        channel_id: Number(key.channelId),
        channel_name: disabled.name,
        reason: key.reason,
      },
      at: clock.now(),
    })
  })
}
