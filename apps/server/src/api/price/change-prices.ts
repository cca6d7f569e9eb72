import type { PriceBulkChange } from '@posthouse/contract/price-work'
import { Refusal } from '@posthouse/contract/refusal'
import { type NewPriceRow, type PriceRow, withKeptSource } from '../../domain/pricing/price-row.ts'
import { scaled } from '../../domain/pricing/price-store.ts'
import {
  type PriceWrite,
  rowsOf,
  undoPrices as undoBatch,
  writePrices,
} from '../../domain/pricing/price-writer.ts'
import type { Handler } from '../call.ts'
import { priceContext } from './price-context.ts'

export const changePrices: Handler<'changePrices'> = ({ body: { models, change } }, call) =>
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
  [...stored.values()].map((row) => ({ model: row.model, row: changed(row, change, at) }))

export const deletePrices: Handler<'deletePrices'> = ({ body: { models } }, call) =>
  call.parts.snapshot.change((transaction) =>
    writePrices(
      transaction,
      models.map((model) => ({ model, row: null })),
      { ...priceContext(call), cause: 'deleted' },
    ),
  )

export const undoPrices: Handler<'undoPrices'> = ({ body: { batch } }, call) =>
  call.parts.snapshot.change(async (transaction) => {
    const written = await undoBatch(transaction, batch, priceContext(call))
    if (written.changed === 0) throw new Refusal('price.undo-nothing', {})
    return written
  })

/** What an amount was changed by is the operator's own price: it no longer names where the old one came from. */
function changed(
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
