import { keysIn } from '@posthouse/contract/channel-keys'
import type { Handler } from '../../call.ts'
import { putPrices, recordFound, recordProbe } from '../beside-channel.ts'
import { withKeptSecrets } from '../kept-secrets.ts'
import { requireAllowedAddresses } from '../require-allowed-addresses.ts'
import { requireGroups } from '../../group/require-groups.ts'

const nameMax = 100

export const createChannels: Handler<'createChannels'> = async ({ body }, call) => {
  const { parts, language } = call
  const { more_base_urls: more, ...given } = body
  requireGroups(given.group, call)
  const urls = [given.base_url, ...more]
  for (const base_url of urls) requireAllowedAddresses({ base_url, proxy: given.proxy }, parts)
  const keys = keysIn(given.key)
  const channel = withKeptSecrets(given, null, language)
  const channels = (keys.length === 0 ? ['sandbox'] : keys).map((key, place) => ({
    ...channel,
    key,
    name: numbered(channel.name, place + 1),
    base_url: urls[place] ?? given.base_url,
  }))
  const at = parts.clock.now()
  const ids = await parts.snapshot.change(async (transaction) => {
    await putPrices(transaction, given, { type: given.type, call })
    const made: bigint[] = []
    for (const each of channels) {
      const id = await parts.channels.insert(transaction, each, at)
      // What was tried is the first address.
      if (each.base_url === given.base_url) await recordFound(transaction, id, given)
      made.push(id)
    }
    return made
  })
  // What was tried before it was saved is the first of them.
  if (ids[0] !== undefined) await recordProbe(ids[0], given, parts)
  return { created: ids.length }
}

function numbered(name: string, number: number): string {
  const ending = number === 1 ? '' : `_${number}`
  return `${name.slice(0, nameMax - ending.length)}${ending}`
}
