import { channelTypeOf } from '@posthouse/contract/channel-type'
import { modelsFor } from '../../channels/channel.ts'
import type { Handler } from '../call.ts'
import { priceOut } from '../price/price-out.ts'
import { ownModels } from './own-models.ts'

export const listOwnModels: Handler<'listOwnModels'> = async (_input, { caller, parts }) => {
  const { prices, settings, models } = parts.snapshot.get()
  return ownModels(caller, parts).map(([id, channel]) => {
    const entry = prices.match(id)
    const { forwarded } = modelsFor(channel, id)
    return {
      id,
      owned_by: channelTypeOf(channel.type)?.name ?? '',
      price: entry === null ? null : priceOut(entry, settings.QuotaPerUnit),
      facts: models.factsOf(forwarded),
    }
  })
}
