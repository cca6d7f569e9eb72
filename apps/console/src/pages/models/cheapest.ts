import type { CatalogueModel } from '@posthouse/contract/catalogue'

/** What the first line of a price list says: models are only compared with those that are priced alike. */
function costOf({ input, output_price: output, call, lines }: CatalogueModel): number {
  const tokens = Number(input ?? 0) + Number(output ?? 0)
  if (tokens > 0) return tokens
  if (call !== null && Number(call) > 0) return Number(call)
  const costs = lines.map(({ dollars }) => Number(dollars)).filter((dollars) => dollars > 0)
  return costs.length === 0 ? 0 : Math.min(...costs)
}

/** The cheapest of some models that can be called now; else the cheapest of all; undefined: there are none. */
export function cheapest(
  models: readonly CatalogueModel[],
  cost: (model: CatalogueModel) => number = costOf,
): CatalogueModel | undefined {
  const usable = models.filter(({ available }) => available)
  const pool = usable.length > 0 ? usable : models
  return pool.toSorted((a, b) => cost(a) - cost(b) || a.name.localeCompare(b.name))[0]
}
