import { channelTypeOf } from '@posthouse/contract/channel-type'
import { modelsFor } from '../../domain/channels/channel.ts'
import { entryFor } from '../../domain/pricing/entry-for.ts'
import type { Handler } from '../call.ts'
import { priceOut } from '../price/price-out.ts'
import { ownModels } from './own-models.ts'

export const listOwnModels: Handler<'listOwnModels'> = async (_input, { caller, parts }) => {
  const snapshot = parts.snapshot.get()
  const { settings, models } = snapshot
  return ownModels(caller, parts).map(([id, channel]) => {
    const { forwarded, priced } = modelsFor(channel, id)
    const entry = entryFor(snapshot, priced)
    return {
      id,
      owned_by: channelTypeOf(channel.type)?.name ?? '',
      price: entry === null ? null : priceOut(entry, settings.QuotaPerUnit),
      facts: models.factsOf(forwarded),
    }
  })
}
