import type { PriceInput } from '@posthouse/contract/price'
import { Refusal } from '@posthouse/contract/refusal'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type PriceRow, withKeptSource } from '../../domain/pricing/price-row.ts'
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

export type Sheet = readonly {
  readonly was: string
  readonly price: PriceInput
  readonly lines_as_sent?: boolean | undefined
}[]

const saveSheet = (sheet: Sheet, call: SignedCall) =>
  call.parts.snapshot.change(async (transaction) => {
    const context = { ...priceContext(call), cause: 'typed' } as const
    const stored = await storedOf(sheet, transaction)
    return writePrices(transaction, writesOf(sheet, stored, context.at), context)
  })

export const storedOf = (sheet: Sheet, db: Kysely<Tables>): Promise<Map<string, PriceRow>> =>
  rowsOf(db, [...new Set(sheet.flatMap(({ was, price }) => [was, price.model]))])

/** Every entry of the sheet by its new name, and those of names that it gave up deleted. */
export function writesOf(
  sheet: Sheet,
  stored: ReadonlyMap<string, PriceRow>,
  at: number,
): PriceWrite[] {
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
    ...sheet.map(({ was, price, lines_as_sent: asSent }) => {
      const before = stored.get(was)
      const sent = rowFromInput(price, { at, locked: before?.locked === 1n })
      const row = asSent === true ? sent : followed(sent, before)
      return { model: price.model, row: withKeptSource(row, before) }
    }),
  ]
}
