import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { modelsFor } from '../../domain/channels/channel.ts'
import type { Handler } from '../call.ts'
import { idOut } from '../present.ts'
import { publishedPrices } from './published-price.ts'

/** Of the channels that can be routed to. By the name that would be priced, which a mapping may have changed. */
export const listUnpriced: Handler<'listUnpriced'> = async (_input, { parts }) => {
  const { channels, prices } = parts.snapshot.get()
  const published = publishedPrices(parts)
  const offers = channels
    .filter(({ type }) => type !== sandboxType)
    .flatMap((channel) =>
      channel.models.map((model) => ({ channel, name: modelsFor(channel, model).priced })),
    )
    .filter(({ name }) => prices.match(name) === null)
  const byName = Map.groupBy(offers, ({ name }) => name)
  return [...byName].map(([model, found]) => ({
    model,
    channels: found.map(({ channel: { id, name } }) => ({ id: idOut(id), name })),
    channel_type: found[0]?.channel.type ?? 0,
    published: published(model),
  }))
}
