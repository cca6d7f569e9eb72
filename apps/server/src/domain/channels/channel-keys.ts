import { keysIn } from '@posthouse/contract/channel-keys'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { sha256 } from '../../lib/ids.ts'
import { openOrNull, type Sealer } from '../../lib/seal.ts'
import type { ChannelKey } from './channel.ts'

const place = (id: bigint) => ({ table: 'channel_keys', column: 'key_sealed', id: String(id) })

/** Decrypted keys of channels, in order. */
export async function keysOf(
  db: Kysely<Tables>,
  seal: Sealer,
  channels: readonly bigint[],
): Promise<Map<bigint, ChannelKey[]>> {
  if (channels.length === 0) return new Map()
  const rows = await db
    .selectFrom('channel_keys')
    .where('channel_id', 'in', channels)
    .where('deleted_at', 'is', null)
    .orderBy('channel_id')
    .orderBy('position')
    .select(['id', 'channel_id', 'key_sealed', 'status'])
    .execute()
  const keys = Map.groupBy(rows, (row) => row.channel_id)
  return new Map(
    [...keys].map(([channel, stored]) => [
      channel,
      stored.map((row) => {
        const secret = openOrNull(seal, row.key_sealed, place(row.id))
        return {
          id: row.id,
          secret: secret ?? '',
          enabled: row.status === 1n && secret !== null,
        }
      }),
    ]),
  )
}

/** Enabled keys that cannot be decrypted. */
export async function unreadableKeys(db: Kysely<Tables>, seal: Sealer) {
  const rows = await db
    .selectFrom('channel_keys')
    .where('status', '=', 1n)
    .where('deleted_at', 'is', null)
    .select(['id', 'channel_id', 'key_sealed'])
    .execute()
  return rows
    .filter((row) => openOrNull(seal, row.key_sealed, place(row.id)) === null)
    .map(({ id, channel_id }) => ({ keyId: id, channelId: channel_id }))
}

/**
 * Replaces the stored keys by those of a text, one per line. Keys that stay keep their row and state. Equal keys are found by
 * fingerprint, without decrypting any.
 */
export async function replaceKeys(
  transaction: Transaction<Tables>,
  seal: Sealer,
  channelId: bigint,
  text: string,
): Promise<void> {
  const wanted = new Map(keysIn(text).map((key) => [sha256(key), key]))
  const stored = await transaction
    .selectFrom('channel_keys')
    .where('channel_id', '=', channelId)
    .select(['id', 'fingerprint'])
    .execute()
  const gone = stored.filter(({ fingerprint }) => !wanted.has(fingerprint)).map(({ id }) => id)
  if (gone.length > 0) {
    await transaction.deleteFrom('channel_keys').where('id', 'in', gone).execute()
  }
  const known = new Map(stored.map(({ id, fingerprint }) => [fingerprint, id]))
  let position = 0n
  for (const [fingerprint, key] of wanted) {
    const id = known.get(fingerprint)
    await (id === undefined
      ? insertKey(transaction, seal, { channelId, fingerprint, key, position })
      : transaction.updateTable('channel_keys').set({ position }).where('id', '=', id).execute())
    position += 1n
  }
}

/** Appends keys in order and returns how many are new. */
export async function appendKeys(
  transaction: Transaction<Tables>,
  seal: Sealer,
  channelId: bigint,
  keys: readonly string[],
): Promise<number> {
  const stored = await transaction
    .selectFrom('channel_keys')
    .where('channel_id', '=', channelId)
    .select(['fingerprint', 'position'])
    .execute()
  const known = new Set(stored.map(({ fingerprint }) => fingerprint))
  let position = stored.reduce((last, row) => (row.position > last ? row.position : last), -1n)
  let added = 0
  for (const key of keys) {
    const fingerprint = sha256(key)
    if (known.has(fingerprint)) continue
    known.add(fingerprint)
    position += 1n
    added += 1
    await insertKey(transaction, seal, { channelId, fingerprint, key, position })
  }
  return added
}

async function insertKey(
  transaction: Transaction<Tables>,
  seal: Sealer,
  row: { channelId: bigint; fingerprint: string; key: string; position: bigint },
): Promise<void> {
  const { id } = await transaction
    .insertInto('channel_keys')
    .values({
      channel_id: row.channelId,
      key_sealed: '',
      fingerprint: row.fingerprint,
      status: 1n,
      position: row.position,
      last_error: '',
      failed_at: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction
    .updateTable('channel_keys')
    .set({ key_sealed: seal.seal(row.key, place(id)) })
    .where('id', '=', id)
    .execute()
}
