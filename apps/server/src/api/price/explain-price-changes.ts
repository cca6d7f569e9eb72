import { rowsOf } from '../../domain/pricing/price-writer.ts'
import type { NewPriceRow, PriceRow } from '../../domain/pricing/price-row.ts'
import type { Handler } from '../call.ts'
import { changesOf } from './change-prices.ts'
import { priceRowOut } from './price-out.ts'
import { storedOf, writesOf } from './write-price.ts'

/** What a save would write, computed by the same functions. */
export const explainPriceChanges: Handler<'explainPriceChanges'> = async ({ body }, { parts }) => {
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
