import type { PriceExplanation } from '@posthouse/contract/price-work'
import { modelsFor } from '../../domain/channels/channel.ts'
import { entryFor } from '../../domain/pricing/entry-for.ts'
import { isReleaseOf } from '../../lib/closest-name.ts'
import type { Handler } from '../call.ts'
import { idOut } from '../present.ts'
import { priceOut, settledRowOut } from './price-out.ts'

export const explainPrice: Handler<'explainPrice'> = async ({ query: { model } }, { parts }) => {
  const snapshot = parts.snapshot.get()
  const { QuotaPerUnit } = snapshot.settings
  const won = snapshot.prices.match(model)
  const fitting = (await parts.prices.all()).flatMap((row) => {
    const fit = fitOf(row.model, model)
    return fit === null ? [] : [{ price: settledRowOut(row, QuotaPerUnit, parts.clock.now()), fit }]
  })
  const fallback = won === null ? entryFor(snapshot, model) : null
  return {
    model,
    winner:
      fallback === null
        ? (fitting.find(({ price }) => price.model === won?.model) ?? null)
        : { price: priceOut(fallback, QuotaPerUnit), fit: 'default' },
    losers: fitting
      .filter(({ price }) => price.model !== won?.model)
      .toSorted((a, b) => b.price.model.length - a.price.model.length),
    channels: snapshot.channels
      .filter((channel) => channel.models.includes(model))
      .map((channel) => ({
        id: idOut(channel.id),
        name: channel.name,
        priced: modelsFor(channel, model).priced,
      })),
  }
}

type Fit = PriceExplanation['losers'][number]['fit']

/** How an entry fits a name; null: it does not. */
function fitOf(entry: string, model: string): Fit | null {
  if (entry === model) return 'exact'
  if (entry.endsWith('*')) return model.startsWith(entry.slice(0, -1)) ? 'wildcard' : null
  return isReleaseOf(model, entry) ? 'release' : null
}
