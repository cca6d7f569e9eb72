import type { PriceInput } from '@posthouse/contract/price'
import { Refusal } from '@posthouse/contract/refusal'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { followed, rowFromInput } from '../../domain/pricing/price-store.ts'
import { type PriceWrite, rowsOf, writePrices } from '../../domain/pricing/price-writer.ts'
import type { Handler, SignedCall } from '../call.ts'
import { priceContext } from './price-context.ts'
import { storedPrice } from './stored-price.ts'

/* One entry, or the sheet of a form. */

export const createPrice: Handler<'createPrice'> = async ({ body }, call) => {
  await saveSheet([{ was: '', price: body }], call)
  return storedPrice(body.model, call.parts)
}

export const updatePrice: Handler<'updatePrice'> = async ({ params, body }, call) => {
  await saveSheet([{ was: params.model, price: body }], call)
  return storedPrice(body.model, call.parts)
}

export const deletePrice: Handler<'deletePrice'> = async ({ params: { model } }, call) => {
  const context = { ...priceContext(call), cause: 'deleted' } as const
  await call.parts.snapshot.change(async (transaction) => {
    const { changed } = await writePrices(transaction, [{ model, row: null }], context)
    if (changed === 0) throw new Refusal('price.not-found', { model })
  })
  return null
}

export const savePrices: Handler<'savePrices'> = ({ body }, call) => saveSheet(body.prices, call)

type Sheet = readonly { readonly was: string; readonly price: PriceInput }[]

const saveSheet = (sheet: Sheet, call: SignedCall) =>
  call.parts.snapshot.change(async (transaction) => {
    const context = { ...priceContext(call), cause: 'typed' } as const
    return writePrices(transaction, await writesOf(sheet, context.at, transaction), context)
  })

/** Every entry of the sheet by its new name, and those of names that it gave up deleted. */
async function writesOf(
  sheet: Sheet,
  at: number,
  transaction: Transaction<Tables>,
): Promise<PriceWrite[]> {
  const names = sheet.flatMap(({ was, price }) => [was, price.model])
  const stored = await rowsOf(transaction, [...new Set(names)])
  const given = new Set<string>()
  for (const { was, price } of sheet) {
    if (was !== '' && !stored.has(was)) throw new Refusal('price.not-found', { model: was })
    const isTaken = was !== price.model && stored.has(price.model)
    if (isTaken || given.has(price.model)) throw new Refusal('price.exists', { model: price.model })
    given.add(price.model)
  }
  const left = sheet.filter(({ was }) => was !== '' && !given.has(was))
  return [
    ...left.map(({ was }) => ({ model: was, row: null })),
    ...sheet.map(({ was, price }) => {
      const before = stored.get(was)
      const row = rowFromInput(price, { at, locked: before?.locked === 1n })
      return { model: price.model, row: followed(row, before) }
    }),
  ]
}
