import type { ChannelTest } from '@posthouse/contract/channel'
import { Refusal } from '@posthouse/contract/refusal'
import type { Channel } from '../../channels/channel.ts'
import { testChannel } from '../../upstream/test-channel.ts'
import type { ApiParts } from '../api-parts.ts'
import { probeParts } from './probe-parts.ts'

/** Sends a short request through the channel. Throws what the upstream said, masked. */
export async function tested(
  channel: Channel,
  model: string,
  parts: ApiParts,
): Promise<ChannelTest & { readonly milliseconds: number }> {
  if (model === '') throw new Refusal('channel.no-model-to-test', {})
  const result = await testChannel(channel, model, probeParts(parts))
  if (!result.ok) {
    throw new Refusal(
      'channel.test-failed',
      { reason: result.message },
      { inside: { status: result.status } },
    )
  }
  const { status, text, ms } = result
  return { model, time: ms / 1_000, status, text, milliseconds: ms }
}
