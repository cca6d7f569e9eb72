import type { Settings } from '../settings/setting-table.ts'
import { microQuota, type PriceBook, type PriceEntry } from './price-book.ts'

type PriceSources = {
  readonly prices: PriceBook
  readonly settings: Pick<Settings, 'UnpricedModels'>
}

/** The family's price for what nobody priced: multiplier 30 for input and output. */
const defaultMicros = microQuota(30_000_000n)

/** The price of a model; null: the operator wants models without one refused. */
export function entryFor({ prices, settings }: PriceSources, model: string): PriceEntry | null {
  const entry = prices.match(model)
  if (entry !== null || settings.UnpricedModels === 'refuse') return entry
  const line = { unit: 'token', amount: defaultMicros, fromInputTokens: 0 } as const
  return {
    model,
    type: 'tokens',
    channelType: 0,
    lines: [
      { bucket: 'input', ...line },
      { bucket: 'output', ...line },
    ],
  }
}
