import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import type { Handler } from '../call.ts'
import { putPrices, recordFound, recordProbe } from './beside-channel.ts'
import { channelOut } from './channel-out.ts'
import { withKeptSecrets } from './kept-secrets.ts'
import { requireAllowedAddresses } from './require-allowed-addresses.ts'
import { requireGroups } from '../group/require-groups.ts'
import { storedChannel } from './stored-channel.ts'

export const createChannel: Handler<'createChannel'> = async ({ body }, call) => {
  const { parts, language } = call
  requireGroups(body.group, call)
  requireAllowedAddresses(body, parts)
  // The sandbox asks for no key, but a channel without one serves nothing.
  const key = body.type === sandboxType && body.key.trim() === '' ? 'sandbox' : body.key
  const at = parts.clock.now()
  const channel = { ...withKeptSecrets(body, null, language), key }
  const id = await parts.snapshot.change(async (transaction) => {
    await putPrices(transaction, body, { type: body.type, call })
    const made = await parts.channels.insert(transaction, channel, at)
    await recordFound(transaction, made, body)
    return made
  })
  await recordProbe(id, body, parts)
  return channelOut(await storedChannel(Number(id), call), parts)
}
