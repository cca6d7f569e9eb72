import { channels } from '../../domain/channels/channel-noun.ts'
import type { StoredChannel } from '../../domain/channels/channel-store.ts'
import type { SignedCall } from '../call.ts'
import { askingOf } from '../noun/noun-call.ts'

export async function storedChannel(id: number, call: SignedCall): Promise<StoredChannel> {
  const line = await channels.find(call.parts.db, askingOf(call), id)
  const [channel] = await call.parts.channels.complete([line])
  if (channel === undefined) throw channels.missing()
  return channel
}
