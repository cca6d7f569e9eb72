import type { PriceExplanation } from '@posthouse/contract/price-work'
import { type MeterAmount, metersOf, oneCall } from '@posthouse/llm/canonical/meter'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { modelsFor } from '../../domain/channels/channel.ts'
import { likelyOperation } from '../../domain/models/likely-operation.ts'
import { entryFor } from '../../domain/pricing/entry-for.ts'
import { inForce } from '../../domain/pricing/lines-at.ts'
import { multiplierFromMicros } from '../../domain/pricing/multiplier.ts'
import type { PriceEntry } from '../../domain/pricing/price-book.ts'
import type { NewPriceRow, PriceRow } from '../../domain/pricing/price-row.ts'
import { entryFrom, rowFromInput } from '../../domain/pricing/price-store.ts'
import { rowsOf } from '../../domain/pricing/price-writer.ts'
import { price } from '../../domain/pricing/price.ts'
import { isReleaseOf } from '../../lib/closest-name.ts'
import type { Handler, Handlers } from '../call.ts'
import { idOut, quotaOut } from '../present.ts'
import { changesOf, storedOf, writesOf } from './price-calls.ts'
import { priceOut, priceRowOut, settledRowOut } from './price-out.ts'

const explainPrice: Handler<'explainPrice'> = async ({ query: { model } }, { parts }) => {
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

/** How an entry matches a model, or `null`. */
function fitOf(entry: string, model: string): Fit | null {
  if (entry === model) return 'exact'
  if (entry.endsWith('*')) return model.startsWith(entry.slice(0, -1)) ? 'wildcard' : null
  return isReleaseOf(model, entry) ? 'release' : null
}

/** A typical turn of an agent: a long prompt, mostly cached, and an answer. */
const tokens = { input: 10_000, cached: 8_000, output: 1_000 } as const
const noTokens = { input: 0, cached: 0, output: 0 } as const

/** Example usage of models that are not priced by token. */
const others: Readonly<Record<'call' | 'character' | 'second', MeterAmount>> = {
  call: oneCall,
  character: { meter: 'character', amount: 1_000 },
  second: { meter: 'second', amount: 60 },
}

const explainDraft: Handler<'explainDraft'> = async ({ body }, { parts }) => {
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

/** The unit of the first line that is not free. */
const pricedBy = ({ lines }: PriceEntry): PriceEntry['lines'][number]['unit'] =>
  lines.find(({ amount, attributes }) => amount > 0n && attributes === undefined)?.unit ?? 'token'

/** Shows what saving would write, computed by the same functions. */
const explainPriceChanges: Handler<'explainPriceChanges'> = async ({ body }, { parts }) => {
  const { prices = [], models = [], change } = body
  const { QuotaPerUnit } = parts.snapshot.get().settings
  const at = parts.clock.now()
  const out = (row: PriceRow | NewPriceRow | null | undefined) =>
    row === null || row === undefined ? null : priceRowOut({ ...row, id: 0n }, QuotaPerUnit)
  const stored = await storedOf(prices, parts.db)
  const written = new Map(writesOf(prices, stored, at).map(({ model, row }) => [model, row]))
  const named = await rowsOf(parts.db, models)
  return [
    ...prices.map(({ was, price }) => ({
      before: out(stored.get(was)),
      after: out(written.get(price.model)),
    })),
    ...(change === undefined ? [] : changesOf(named, change, at)).map(({ model, row }) => ({
      before: out(named.get(model)),
      after: out(row),
    })),
  ]
}

export const priceExplanationHandlers = {
  explainPrice,
  explainDraft,
  explainPriceChanges,
} satisfies Partial<Handlers>
