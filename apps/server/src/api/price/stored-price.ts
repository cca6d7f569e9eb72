import type { Price } from '@posthouse/contract/price'
import { Refusal } from '@posthouse/contract/refusal'
import type { ApiParts } from '../api-parts.ts'
import { settledRowOut } from './price-out.ts'

/** The entry as it now stands. Throws `price.not-found`. */
export async function storedPrice(model: string, parts: ApiParts): Promise<Price> {
  const row = await parts.prices.find(model)
  if (row === null) throw new Refusal('price.not-found', { model })
  return settledRowOut(row, parts.snapshot.get().settings.QuotaPerUnit, parts.clock.now())
}
