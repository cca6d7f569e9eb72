import type { Handler } from '../call.ts'
import { channelOut, hiddenPassword } from './channel-out.ts'
import { requireAllowedAddress } from './require-allowed-address.ts'
import { storedChannel } from './stored-channel.ts'

export const updateChannel: Handler<'updateChannel'> = async ({ body }, { parts }) => {
  const { id, ...given } = body
  const channel = await storedChannel(BigInt(id), parts)
  if (given.base_url !== undefined) requireAllowedAddress(given.base_url, parts)
  // A proxy that still has the stand-in for its password was not changed.
  const { proxy, ...others } = given
  const change = proxy === undefined || proxy.includes(hiddenPassword) ? others : given
  await parts.snapshot.change((transaction) =>
    parts.channels.update(transaction, channel.row.id, change, parts.clock.now()),
  )
  return channelOut(await storedChannel(channel.row.id, parts), parts)
}
