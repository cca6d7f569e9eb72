import type { Handler } from '../call.ts'
import { channelOut } from './channel-out.ts'
import { storedChannel } from './stored-channel.ts'

export const getChannel: Handler<'getChannel'> = async ({ params }, { parts }) =>
  channelOut(await storedChannel(BigInt(params.id), parts), parts)
