import type { Handler } from '../call.ts'
import { storedChannel } from './stored-channel.ts'

export const deleteChannel: Handler<'deleteChannel'> = async ({ params }, { parts }) => {
  const { row } = await storedChannel(BigInt(params.id), parts)
  await parts.snapshot.change((transaction) =>
    parts.channels.remove(transaction, row.id, parts.clock.now()),
  )
  return null
}
