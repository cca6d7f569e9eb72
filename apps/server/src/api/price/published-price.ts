import type { Price } from '@posthouse/contract/price'
import { closestName } from '../../lib/closest-name.ts'
import { defaultPrices } from '../../domain/pricing/default-prices.ts'
import type { ApiParts } from '../api-parts.ts'
import { priceRowOut } from './price-out.ts'

/** Finds the published price of a model, also under a name such as `vendor/model`. */
export function publishedPrices(parts: ApiParts): (model: string) => Price | null {
  const { settings } = parts.snapshot.get()
  const published = closestName(
    defaultPrices(parts.clock.now()).map((row) => [row.model, row] as const),
  )
  return (model) => {
    const row = published(model) ?? published(model.slice(model.lastIndexOf('/') + 1))
    return row === null ? null : priceRowOut({ ...row, id: 0n, model }, settings.QuotaPerUnit)
  }
}
