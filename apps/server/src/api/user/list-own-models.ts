import { channelTypeOf } from '@posthouse/contract/channel-type'
import type { Handler } from '../call.ts'
import { priceOut } from '../price/price-out.ts'

export const listOwnModels: Handler<'listOwnModels'> = async (_input, { caller, parts }) => {
  const { channels, prices, settings } = parts.snapshot.get()
  const owners = new Map<string, string>()
  for (const channel of channels.filter(({ groups }) => groups.includes(caller.group))) {
    for (const model of channel.models) {
      owners.set(model, channelTypeOf(channel.type)?.name ?? '')
    }
  }
  return [...owners]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([id, owner]) => {
      const entry = prices.match(id)
      return {
        id,
        owned_by: owner,
        price: entry === null ? null : priceOut(entry, settings.QuotaPerUnit),
      }
    })
}
