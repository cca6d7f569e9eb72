import { deleteChannels as remove } from '../../domain/channels/change-channels.ts'
import type { Handler } from '../call.ts'

export const deleteChannels: Handler<'deleteChannels'> = async ({ body }, { parts }) => {
  const deleted = await parts.snapshot.change((transaction) =>
    remove(transaction, { ...body, at: parts.clock.now() }),
  )
  return { deleted }
}
