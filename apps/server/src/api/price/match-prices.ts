import { settledEntry } from '../../domain/pricing/lines-at.ts'
import type { Handler } from '../call.ts'
import { priceOut } from './price-out.ts'
import { publishedPrices } from './published-price.ts'

export const matchPrices: Handler<'matchPrices'> = async ({ body }, { parts }) => {
  const { prices, settings } = parts.snapshot.get()
  const published = publishedPrices(parts)
  return body.models.map((model) => {
    const entry = prices.match(model)
    if (entry === null) return { model, price: null, published: published(model) }
    const settled = settledEntry(entry, parts.clock.now())
    return { model, price: priceOut(settled, settings.QuotaPerUnit), published: null }
  })
}
