import { isServiceAccount, keysIn } from '@posthouse/contract/channel-keys'
import { vertexType } from '@posthouse/contract/channel-type-numbers'
import type { Handler } from '../call.ts'
import { refusedFields } from '../refused-fields.ts'
import { putPrices, recordFound, recordProbe } from './beside-channel.ts'
import { channelOut } from './channel-out.ts'
import { withKeptSecrets } from './kept-secrets.ts'
import { requireSecretsForMove } from './moved-secrets.ts'
import { requireAllowedAddresses } from './require-allowed-addresses.ts'
import { requireGroups } from '../group/require-groups.ts'
import { storedChannel } from './stored-channel.ts'

export const updateChannel: Handler<'updateChannel'> = async ({ body }, call) => {
  const { parts, language } = call
  const { id, ...given } = body
  const channel = await storedChannel(id, call)
  if (given.group !== undefined) requireGroups(given.group, call)
  requireAllowedAddresses(given, parts)
  requireSecretsForMove(given, channel, call)
  const change = withKeptSecrets(given, channel.row, language)
  const type = given.type ?? Number(channel.row.type)
  if (type === vertexType && !keysIn(given.key ?? '').every(isServiceAccount)) {
    throw refusedFields({ key: 'channel.service-account' }, language)
  }
  await parts.snapshot.change(async (transaction) => {
    await putPrices(transaction, given, { type, call })
    await parts.channels.update(transaction, channel.row.id, change, parts.clock.now())
    const base_url = given.base_url ?? channel.row.base_url
    await recordFound(transaction, channel.row.id, { ...given, type, base_url })
  })
  await recordProbe(channel.row.id, given, parts)
  return channelOut(await storedChannel(id, call), parts)
}
