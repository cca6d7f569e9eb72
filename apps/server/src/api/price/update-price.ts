import { Refusal } from '@posthouse/contract/refusal'
import { isUniqueViolation } from '../../db/database-error.ts'
import { rowFromInput } from '../../domain/pricing/price-store.ts'
import type { Handler } from '../call.ts'
import { storedPrice } from './stored-price.ts'

export const updatePrice: Handler<'updatePrice'> = async ({ params, body }, { parts }) => {
  const row = rowFromInput(body, parts.clock.now())
  const found = await parts.snapshot
    .change((transaction) => parts.prices.update(transaction, params.model, row))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal('price.exists', { model: body.model }) : error
    })
  if (!found) throw new Refusal('price.not-found', { model: params.model })
  return storedPrice(body.model, parts)
}
