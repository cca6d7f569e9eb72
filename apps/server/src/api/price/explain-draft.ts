import { noUsage } from '@posthouse/llm/usage'
import { metersOf, oneCall } from '@posthouse/llm/meter'
import { multiplierFromMicros } from '../../domain/pricing/multiplier.ts'
import { entryFrom, rowFromInput } from '../../domain/pricing/price-store.ts'
import { price } from '../../domain/pricing/price.ts'
import type { Handler } from '../call.ts'
import { quotaOut } from '../present.ts'
import { priceRowOut } from './price-out.ts'

/** A turn of an agent: a long prompt, most of it cached, and an answer. */
const typical = { input: 10_000, cached: 8_000, output: 1_000 } as const

export const explainDraft: Handler<'explainDraft'> = async ({ body }, { parts }) => {
  const { groups, settings } = parts.snapshot.get()
  const row = { ...rowFromInput(body, { at: parts.clock.now() }), id: 0n }
  const entry = entryFrom(row)
  const { input, cached, output } = typical
  const tokens = metersOf({ ...noUsage, input: input - cached, cache_read: cached, output })
  const meters = entry.type === 'times' ? [oneCall] : tokens
  return {
    price: priceRowOut(row, settings.QuotaPerUnit),
    usage: entry.type === 'times' ? { input: 0, cached: 0, output: 0 } : typical,
    groups: [...groups.values()].map(({ symbol, name, ratioMillionths }) => ({
      symbol,
      name,
      ratio: multiplierFromMicros(ratioMillionths),
      quota: quotaOut(price(meters, { entry, ratioMillionths }).quota),
    })),
  }
}
