import { Refusal } from '@posthouse/contract/refusal'
import type { Handler } from '../../call.ts'
import { storedChannel } from '../stored-channel.ts'
import { noSuchKey } from './stored-keys.ts'

export const deleteChannelKeys: Handler<'deleteChannelKeys'> = async ({ params, body }, call) => {
  const { parts } = call
  const { row } = await storedChannel(params.id, call)
  const { select } = body
  const deleted = await parts.snapshot.change(async (transaction) => {
    const stored = await transaction
      .selectFrom('channel_keys')
      .where('channel_id', '=', row.id)
      .select(['id', 'status'])
      .execute()
    const wanted = 'ids' in select ? new Set(select.ids.map(BigInt)) : null
    const gone = stored
      .filter(({ id, status }) => (wanted === null ? status === 3n : wanted.has(id)))
      .map(({ id }) => id)
    // All or none: an id of another channel is a mistake of who asks.
    if (wanted !== null && gone.length !== wanted.size) throw noSuchKey()
    if (gone.length === 0) return 0
    if (gone.length === stored.length) throw new Refusal('channel.last-key', {})
    await transaction.deleteFrom('channel_keys').where('id', 'in', gone).execute()
    return gone.length
  })
  return { deleted }
}
