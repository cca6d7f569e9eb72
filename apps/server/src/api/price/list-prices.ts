import type { Handler } from '../call.ts'
import { priceRowOut } from './price-out.ts'

export const listPrices: Handler<'listPrices'> = async (_input, { parts }) => {
  const { QuotaPerUnit } = parts.snapshot.get().settings
  return (await parts.prices.all()).map((row) => priceRowOut(row, QuotaPerUnit))
}
