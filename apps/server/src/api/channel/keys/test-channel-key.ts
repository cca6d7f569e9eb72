import { channelFrom } from '../../../domain/channels/channel-store.ts'
import { modelToTest } from '../../../domain/models/chat-suggestions.ts'
import type { Handler } from '../../call.ts'
import { storedChannel } from '../stored-channel.ts'
import { tested, testOut } from '../tested.ts'
import { noSuchKey } from './stored-keys.ts'

/** The result is of the key: the last test of the channel stays what it was. */
export const testChannelKey: Handler<'testChannelKey'> = async ({ params, body }, call) => {
  const { parts } = call
  const channel = channelFrom(await storedChannel(params.id, call))
  const key = channel.keys.find(({ id }) => id === BigInt(body.key_id))
  if (key === undefined) throw noSuchKey()
  const model =
    body.model || modelToTest(channel, { snapshot: parts.snapshot.get(), now: parts.clock.now() })
  const result = await tested({ ...channel, keys: [key] }, model, parts)
  if (result.ok) parts.health.clear(channel.id, key.id)
  return testOut(result, { model, hasResponses: null })
}
