import { Refusal } from '@posthouse/contract/refusal'
import { isUniqueViolation } from '../../db/database-error.ts'
import { rowFromInput } from '../../domain/pricing/price-store.ts'
import type { Handler } from '../call.ts'
import { storedPrice } from './stored-price.ts'

export const createPrice: Handler<'createPrice'> = async ({ body }, { parts }) => {
  const row = rowFromInput(body, parts.clock.now())
  await parts.snapshot
    .change((transaction) => parts.prices.insert(transaction, row))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refusal('price.exists', { model: body.model }) : error
    })
  return storedPrice(body.model, parts)
}
