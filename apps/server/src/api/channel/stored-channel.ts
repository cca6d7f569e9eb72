import { Refusal } from '@posthouse/contract/refusal'
import type { StoredChannel } from '../../domain/channels/channel-store.ts'
import type { ApiParts } from '../api-parts.ts'

export async function storedChannel(id: bigint, parts: ApiParts): Promise<StoredChannel> {
  const channel = await parts.channels.find(id)
  if (channel === null) throw new Refusal('channel.not-found', {})
  return channel
}
