import { keyPreview } from '@posthouse/contract/channel-keys'
import { Refusal } from '@posthouse/contract/refusal'
import type { StoredKey } from '@posthouse/contract/stored-key'
import type { ApiParts } from '../../api-parts.ts'
import { idOut, secondsOut } from '../../present.ts'

/** The keys of a channel as they are answered. A key leaves only its preview. */
export async function storedKeys(channelId: bigint, parts: ApiParts): Promise<StoredKey[]> {
  const { db, channels } = parts
  const rows = await db
    .selectFrom('channel_keys')
    .where('channel_id', '=', channelId)
    .where('deleted_at', 'is', null)
    .select(['id', 'status', 'last_error', 'failed_at'])
    .execute()
  const states = new Map(rows.map((row) => [row.id, row]))
  const keys = await channels.keys(channelId)
  return keys.flatMap(({ id, secret }) => {
    const state = states.get(id)
    if (state === undefined) return []
    return {
      id: idOut(id),
      preview: keyPreview(secret),
      status: Number(state.status),
      last_error: state.last_error,
      failed_time: secondsOut(state.failed_at === null ? null : Number(state.failed_at), 0),
    }
  })
}

export const noSuchKey = (): Refusal => new Refusal('channel.key-not-found', {})
