import { Refusal } from '@posthouse/contract/refusal'
import type { Handler } from '../call.ts'

export const deletePrice: Handler<'deletePrice'> = async ({ params }, { parts }) => {
  const found = await parts.snapshot.change((transaction) =>
    parts.prices.remove(transaction, params.model),
  )
  if (!found) throw new Refusal('price.not-found', { model: params.model })
  return null
}
