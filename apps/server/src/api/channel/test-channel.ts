import { channelFrom } from '../../channels/channel-store.ts'
import type { Handler } from '../call.ts'
import { storedChannel } from './stored-channel.ts'
import { tested } from './tested.ts'

export const testChannel: Handler<'testChannel'> = async ({ params, query }, { parts }) => {
  const channel = channelFrom(await storedChannel(BigInt(params.id), parts))
  const { milliseconds, ...result } = await tested(channel, query.model || channel.testModel, parts)
  await parts.channels.recordTest(channel.id, milliseconds, parts.clock.now())
  parts.health.clear(channel.id)
  return result
}
