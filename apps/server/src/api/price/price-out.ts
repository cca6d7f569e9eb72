import type { Price } from '@posthouse/contract/price'
import { dollarsPerMillion, multiplierFromMicros } from '../../pricing/multiplier.ts'
import type { PriceEntry } from '../../pricing/price-book.ts'
import { entryFrom, type PriceRow } from '../../pricing/price-store.ts'
import { secondsOut } from '../present.ts'

/** A call of type `times` costs 1 000 × multiplier units; its multiplier is shown, not the amount. */
const unitsACall = 1_000n

export function priceOut(entry: PriceEntry, quotaPerUnit: number, row?: PriceRow): Price {
  const amountOf = (bucket: string): bigint =>
    entry.lines.find((line) => line.bucket === bucket && line.fromInputTokens === 0)?.amount ?? 0n
  const call = entry.type === 'times'
  return {
    model: entry.model,
    type: entry.type,
    channel_type: entry.channelType,
    input: multiplierFromMicros(call ? amountOf('call') / unitsACall : amountOf('input')),
    output: multiplierFromMicros(call ? 0n : amountOf('output')),
    lines: entry.lines.map((line) => ({
      bucket: line.bucket,
      unit: line.unit,
      amount_micro: String(line.amount),
      dollars_per_million: dollarsPerMillion(line.amount, quotaPerUnit),
    })),
    source: row?.source ?? '',
    updated_time: secondsOut(row === undefined ? null : Number(row.updated_at), 0),
  }
}

export const priceRowOut = (row: PriceRow, quotaPerUnit: number): Price =>
  priceOut(entryFrom(row), quotaPerUnit, row)
