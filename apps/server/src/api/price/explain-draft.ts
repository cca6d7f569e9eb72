import { noUsage } from '@posthouse/llm/canonical/usage'
import { type Metered, metersOf, oneCall } from '@posthouse/llm/canonical/meter'
import { inForce } from '../../domain/pricing/lines-at.ts'
import { likelyOperation } from '../../domain/models/likely-operation.ts'
import { multiplierFromMicros } from '../../domain/pricing/multiplier.ts'
import type { PriceEntry } from '../../domain/pricing/price-book.ts'
import { entryFrom, rowFromInput } from '../../domain/pricing/price-store.ts'
import { price } from '../../domain/pricing/price.ts'
import type { Handler } from '../call.ts'
import { quotaOut } from '../present.ts'
import { priceRowOut } from './price-out.ts'

/** A turn of an agent: a long prompt, most of it cached, and an answer. */
const tokens = { input: 10_000, cached: 8_000, output: 1_000 } as const
const noTokens = { input: 0, cached: 0, output: 0 } as const

/** Where tokens are free. */
const others: Readonly<Record<'call' | 'character' | 'second', Metered>> = {
  call: oneCall,
  character: { meter: 'character', amount: 1_000 },
  second: { meter: 'second', amount: 60 },
}

export const explainDraft: Handler<'explainDraft'> = async ({ body }, { parts }) => {
  const { groups, models, settings } = parts.snapshot.get()
  const now = parts.clock.now()
  const row = { ...rowFromInput(body, { at: now }), id: 0n }
  const entry = entryFrom(row)
  const of = pricedBy(inForce(entry, now))
  const { input, cached, output } = tokens
  const used = { ...noUsage, input: input - cached, cache_read: cached, output }
  const meters = of === 'token' ? [...metersOf(used), oneCall] : [others[of]]
  return {
    price: priceRowOut(row, settings.QuotaPerUnit),
    operation: likelyOperation(body.model, models.factsOf(body.model)),
    usage: { of, ...(of === 'token' ? tokens : noTokens) },
    groups: [...groups.values()].map(({ symbol, name, ratioMillionths }) => ({
      symbol,
      name,
      ratio: multiplierFromMicros(ratioMillionths),
      quota: quotaOut(price(meters, { entry, ratioMillionths, beganAt: now }).quota),
    })),
  }
}

/** The unit of the first line that costs something. */
const pricedBy = ({ lines }: PriceEntry): PriceEntry['lines'][number]['unit'] =>
  lines.find(({ amount, attributes }) => amount > 0n && attributes === undefined)?.unit ?? 'token'
