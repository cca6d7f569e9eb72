import { inLanguage } from '@posthouse/contract/phrases'
import { channelFrom } from '../../domain/channels/channel-store.ts'
import { modelToTest } from '../../domain/models/chat-suggestions.ts'
import { cut } from '../../lib/cut.ts'
import type { Handler } from '../call.ts'
import { storedChannel } from './stored-channel.ts'
import { tested, testOut } from './tested.ts'

const failureMax = 500

export const testChannel: Handler<'testChannel'> = async ({ params, query }, call) => {
  const { parts } = call
  const channel = channelFrom(await storedChannel(params.id, call))
  const model = query.model || modelToTest(channel, { snapshot: parts.snapshot.get() })
  const result = await tested(channel, model, parts)
  await parts.channels.recordTest(channel.id, {
    milliseconds: result.ms,
    failure: result.ok
      ? ''
      : cut(`${model}: ${String(inLanguage(result.message, 'en'))}`, failureMax),
    at: parts.clock.now(),
  })
  if (result.ok) parts.health.clear(channel.id)
  return testOut(result, model)
}
