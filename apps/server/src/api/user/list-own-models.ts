import { channelTypeOf } from '@posthouse/contract/channel-type'
import type { Handler } from '../call.ts'
import { priceOut } from '../price/price-out.ts'
import { ownModels } from './own-models.ts'

export const listOwnModels: Handler<'listOwnModels'> = async (_input, { caller, parts }) => {
  const { prices, settings } = parts.snapshot.get()
  return ownModels(caller, parts).map(([id, channel]) => {
    const entry = prices.match(id)
    return {
      id,
      owned_by: channelTypeOf(channel.type)?.name ?? '',
      price: entry === null ? null : priceOut(entry, settings.QuotaPerUnit),
    }
  })
}
