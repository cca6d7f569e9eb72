import type { Handler } from '../call.ts'
import { priceOut } from './price-out.ts'

export const matchPrices: Handler<'matchPrices'> = async ({ body }, { parts }) => {
  const { prices, settings } = parts.snapshot.get()
  return body.models.map((model) => {
    const entry = prices.match(model)
    return { model, price: entry === null ? null : priceOut(entry, settings.QuotaPerUnit) }
  })
}
