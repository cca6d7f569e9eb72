import { channelStatus } from '@posthouse/contract/channel'
import type { Handler } from '../../call.ts'
import { storedChannel } from '../stored-channel.ts'
import { noSuchKey, storedKeys } from './stored-keys.ts'

export const changeChannelKey: Handler<'changeChannelKey'> = async ({ params, body }, call) => {
  const { parts } = call
  const { row } = await storedChannel(params.id, call)
  const id = BigInt(body.key_id)
  await parts.snapshot.change(async (transaction) => {
    const changed = await transaction
      .updateTable('channel_keys')
      .set({ status: BigInt(body.status), last_error: '', failed_at: null })
      .where('id', '=', id)
      .where('channel_id', '=', row.id)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw noSuchKey()
  })
  if (body.status === channelStatus.enabled) parts.health.clear(row.id, id)
  const key = (await storedKeys(row.id, parts)).find((each) => each.id === body.key_id)
  if (key === undefined) throw noSuchKey()
  return key
}
