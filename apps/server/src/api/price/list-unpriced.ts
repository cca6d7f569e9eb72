import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { closestName } from '../../lib/closest-name.ts'
import { modelsFor } from '../../domain/channels/channel.ts'
import { defaultPrices } from '../../domain/pricing/default-prices.ts'
import type { Handler } from '../call.ts'
import { idOut } from '../present.ts'
import { priceRowOut } from './price-out.ts'

/** Of the channels that can be routed to. By the name that would be priced, which a mapping may have changed. */
export const listUnpriced: Handler<'listUnpriced'> = async (_input, { parts }) => {
  const { channels, prices, settings } = parts.snapshot.get()
  const published = closestName(
    defaultPrices(parts.clock.now()).map((row) => [row.model, row] as const),
  )
  const offers = channels
    .filter(({ type }) => type !== sandboxType)
    .flatMap((channel) =>
      channel.models.map((model) => ({ channel, name: modelsFor(channel, model).priced })),
    )
    .filter(({ name }) => prices.match(name) === null)
  const byName = Map.groupBy(offers, ({ name }) => name)
  return [...byName].map(([model, found]) => {
    const row = published(model) ?? published(model.slice(model.lastIndexOf('/') + 1))
    const known = row === null ? null : { ...row, id: 0n, model }
    return {
      model,
      channels: found.map(({ channel: { id, name } }) => ({ id: idOut(id), name })),
      channel_type: found[0]?.channel.type ?? 0,
      published: known === null ? null : priceRowOut(known, settings.QuotaPerUnit),
    }
  })
}
