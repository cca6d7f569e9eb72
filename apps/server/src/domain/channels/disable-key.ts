import { cut } from '../../lib/cut.ts'
import { disableChannel, type DisableParts } from './disable-channel.ts'

/** A key that only the operator can fix, with the supplier's masked message. */
export type DeadKey = {
  readonly channelId: bigint
  readonly keyId: bigint
  readonly reason: string
}

/**
 * Disables a dead key, and its channel if it was the last one, as disabled by failures. The operator's webhook is notified about a
 * channel. Returns what was disabled.
 */
export async function disableKey(
  key: DeadKey,
  parts: DisableParts,
): Promise<'nothing' | 'key' | 'channel'> {
  return parts.snapshot.change(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('channel_keys')
      .set({ status: 3n, last_error: cut(key.reason, 500), failed_at: BigInt(parts.clock.now()) })
      .where('id', '=', key.keyId)
      .where('status', '=', 1n)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) {
      await transaction
        .updateTable('channels')
        .set({ attention_at: BigInt(parts.clock.now()), attention_reason: cut(key.reason, 500) })
        .where('id', '=', key.channelId)
        .execute()
    }
    const left = await transaction
      .selectFrom('channel_keys')
      .select('id')
      .where('channel_id', '=', key.channelId)
      .where('status', '=', 1n)
      .executeTakeFirst()
    const one = numUpdatedRows === 0n ? 'nothing' : 'key'
    if (left !== undefined) return one
    const { channelId: id, reason } = key
    return (await disableChannel(transaction, { id, reason }, parts)) ? 'channel' : one
  })
}
