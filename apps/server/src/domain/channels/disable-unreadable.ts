import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Sealer } from '../../lib/seal.ts'
import { unreadableKeys } from './channel-keys.ts'
import { disableChannel, type DisableParts } from './disable-channel.ts'
import { disableKey } from './disable-key.ts'
import { isReadable } from './sealed-texts.ts'

type Parts = DisableParts & {
  readonly db: Kysely<Tables>
  readonly seal: Sealer
  readonly log: { error(fields: object, words: string): void }
}

/** Disables channels whose secrets were sealed with another secret key or are damaged, and reports them. */
export async function disableUnreadable(parts: Parts): Promise<void> {
  for (const key of await unreadableKeys(parts.db, parts.seal)) {
    await disableKey({ ...key, reason: 'unreadable' }, parts)
    parts.log.error(
      { channel: String(key.channelId) },
      'a key of a channel cannot be opened, and is disabled: enter it again',
    )
  }
  const channels = await parts.db
    .selectFrom('channels')
    .where('status', '=', 1n)
    .where('deleted_at', 'is', null)
    .select(['id', 'proxy', 'model_headers', 'custom_parameter', 'plugin'])
    .execute()
  for (const { id } of channels.filter((row) => !isReadable(row, parts.seal))) {
    await parts.snapshot.change((transaction) =>
      disableChannel(transaction, { id, reason: 'unreadable' }, parts),
    )
    parts.log.error(
      { channel: String(id) },
      'secret fields of a channel cannot be opened, and it is disabled: enter them again',
    )
  }
}
