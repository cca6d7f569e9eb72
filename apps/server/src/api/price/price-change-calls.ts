import type { Price, PriceInput } from '@posthouse/contract/price'
import type { PriceBulkChange } from '@posthouse/contract/price-work'
import { Refusal } from '@posthouse/contract/refusal'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type NewPriceRow, type PriceRow, withKeptSource } from '../../domain/pricing/price-row.ts'
import { followed, rowFromInput, scaled } from '../../domain/pricing/price-store.ts'
import {
  type PriceWrite,
  rowsOf,
  undoPrices as undoBatch,
  writePrices,
} from '../../domain/pricing/price-writer.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { priceContext } from './price-context.ts'
import { settledRowOut } from './price-out.ts'

const createPrice: Handler<'createPrice'> = async ({ body }, call) => {
  await saveSheet([{ was: '', price: body }], call)
  return storedPrice(body.model, call.parts)
}

const updatePrice: Handler<'updatePrice'> = async ({ params, body }, call) => {
  await saveSheet([{ was: params.model, price: body }], call)
  return storedPrice(body.model, call.parts)
}

const deletePrice: Handler<'deletePrice'> = async ({ params: { model } }, call) => {
  const context = { ...priceContext(call), cause: 'deleted' } as const
  await call.parts.snapshot.change(async (transaction) => {
    const { changed } = await writePrices(transaction, [{ model, row: null }], context)
    if (changed === 0) throw new Refusal('price.not-found', { model })
  })
  return null
}

const savePrices: Handler<'savePrices'> = ({ body }, call) => saveSheet(body.prices, call)

type Sheet = readonly {
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

/** Writes each entry under its new name, and deletes the old name of a renamed entry. */
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

const changePrices: Handler<'changePrices'> = ({ body: { models, change } }, call) =>
  call.parts.snapshot.change(async (transaction) => {
    const context = { ...priceContext(call), cause: 'bulk' } as const
    const stored = await rowsOf(transaction, models)
    return writePrices(transaction, changesOf(stored, change, context.at), context)
  })

export const changesOf = (
  stored: ReadonlyMap<string, PriceRow>,
  change: PriceBulkChange,
  at: number,
): PriceWrite[] =>
  [...stored.values()].map((row) => ({ model: row.model, row: changeRow(row, change, at) }))

const deletePrices: Handler<'deletePrices'> = ({ body: { models } }, call) =>
  call.parts.snapshot.change((transaction) =>
    writePrices(
      transaction,
      models.map((model) => ({ model, row: null })),
      { ...priceContext(call), cause: 'deleted' },
    ),
  )

const undoPrices: Handler<'undoPrices'> = ({ body: { batch } }, call) =>
  call.parts.snapshot.change(async (transaction) => {
    const written = await undoBatch(transaction, batch, priceContext(call))
    if (written.changed === 0) throw new Refusal('price.undo-nothing', {})
    return written
  })

/** A scaled amount is the operator's own price, so it loses the source of the old one. */
function changeRow(
  before: PriceRow,
  { percent, channel_type: type, locked }: PriceBulkChange,
  at: number,
): NewPriceRow {
  const { id: _id, ...row } = before
  const after = {
    ...row,
    ...(percent === undefined ? {} : { ...scaled(row, percent), source: '' }),
    ...(type === undefined ? {} : { channel_type: BigInt(type) }),
    ...(locked === undefined ? {} : { locked: locked ? 1n : 0n }),
    updated_at: BigInt(at),
  }
  return withKeptSource(after, before)
}

/** Reads an entry back. Refuses with `price.not-found`. */
async function storedPrice(model: string, parts: ApiParts): Promise<Price> {
  const row = await parts.prices.find(model)
  if (row === null) throw new Refusal('price.not-found', { model })
  return settledRowOut(row, parts.snapshot.get().settings.QuotaPerUnit, parts.clock.now())
}

export const priceChangeHandlers = {
  createPrice,
  updatePrice,
  deletePrice,
  savePrices,
  changePrices,
  deletePrices,
  undoPrices,
} satisfies Partial<Handlers>
