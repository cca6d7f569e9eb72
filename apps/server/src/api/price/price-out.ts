import type { Price } from '@posthouse/contract/price'
import { dollarsPerMillion, multiplierFromMicros } from '../../domain/pricing/multiplier.ts'
import { isPlain, settledEntry } from '../../domain/pricing/lines-at.ts'
import { datesOf, type PriceEntry, type PriceLine } from '../../domain/pricing/price-book.ts'
import type { PriceRow } from '../../domain/pricing/price-row.ts'
import { entryFrom } from '../../domain/pricing/price-store.ts'
import { originOf } from '../../domain/pricing/origin.ts'
import { idOut, secondsOut } from '../present.ts'

/** A price of type `times` is 1 000 × multiplier units a call, and is shown as its multiplier. */
const unitsACall = 1_000n

export function priceOut(entry: PriceEntry, quotaPerUnit: number, row?: PriceRow): Price {
  const amountOf = (bucket: string): bigint =>
    entry.lines.find((line) => isPlain(line) && line.bucket === bucket)?.amount ?? 0n
  const call = entry.type === 'times'
  return {
    id: row === undefined ? 0 : idOut(row.id),
    model: entry.model,
    type: entry.type,
    channel_type: entry.channelType,
    input: multiplierFromMicros(call ? amountOf('call') / unitsACall : amountOf('input')),
    output: multiplierFromMicros(call ? 0n : amountOf('output')),
    lines: entry.lines.map((line) => lineOut(line, quotaPerUnit)),
    source: row?.source ?? '',
    origin: originOf(row?.source ?? ''),
    locked: row?.locked === 1n,
    updated_time: secondsOut(row === undefined ? null : Number(row.updated_at), 0),
  }
}

export const lineOut = (line: PriceLine, quotaPerUnit: number): Price['lines'][number] => ({
  bucket: line.bucket,
  unit: line.unit,
  amount_micro: String(line.amount),
  dollars_per_million: dollarsPerMillion(line.amount, quotaPerUnit),
  ...(line.fromInputTokens === 0 ? {} : { from_input_tokens: line.fromInputTokens }),
  ...(line.tier === undefined ? {} : { tier: line.tier }),
  ...(line.attributes === undefined ? {} : { attributes: line.attributes }),
  ...datesOf(line),
})

export const priceRowOut = (row: PriceRow, quotaPerUnit: number): Price =>
  priceOut(entryFrom(row), quotaPerUnit, row)

/** `priceRowOut` with the base price that is in force now. */
export const settledRowOut = (row: PriceRow, quotaPerUnit: number, now: number): Price =>
  priceOut(settledEntry(entryFrom(row), now), quotaPerUnit, row)
