import { keysIn } from '@posthouse/contract/channel-keys'
import { isKeyFor } from '@posthouse/contract/channel-input'
import type { Handler } from '../../call.ts'
import { storedChannel } from '../stored-channel.ts'

export const addChannelKeys: Handler<'addChannelKeys'> = async ({ params, body }, call) => {
  const { parts } = call
  const { row } = await storedChannel(params.id, call)
  const given = keysIn(body.keys)
  const isKey = isKeyFor({ type: Number(row.type), base_url: row.base_url })
  const keys = given.filter(isKey)
  const added =
    keys.length === 0
      ? 0
      : await parts.snapshot.change((transaction) =>
          parts.channels.addKeys(transaction, row.id, keys),
        )
  return { added, known: keys.length - added, malformed: given.length - keys.length }
}
