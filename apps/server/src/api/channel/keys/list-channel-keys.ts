import type { Handler } from '../../call.ts'
import { storedChannel } from '../stored-channel.ts'
import { storedKeys } from './stored-keys.ts'

export const listChannelKeys: Handler<'listChannelKeys'> = async ({ params }, call) => {
  const { row } = await storedChannel(params.id, call)
  return storedKeys(row.id, call.parts)
}
