import type { Price } from '@posthouse/contract/price'
import {
  type CellField,
  cellMeter,
  cellMicros,
  type PriceUnit,
} from '../../lib/money/cell-amount.ts'
import { callMultiplier, perOf } from '../../lib/money/line-amount.ts'
import { multiplierOfMicros } from '../../lib/money/multiplier.ts'
import type { Line } from './price-form-values.ts'
import type { Draft } from './price-store.ts'

/** The entry with what was typed; null: something of it is no amount. */
export function changedPrice(price: Price, draft: Draft, unit: PriceUnit) {
  const input = typedIn(price, draft, unit, 'input')
  const output = typedIn(price, draft, unit, 'output')
  const cached = draft.cached?.trim() === '' ? 'none' : typedIn(price, draft, unit, 'cached')
  if (input === null || output === null || cached === null) return null
  const { model, type, channel_type, lines } = price
  const puts = [putOf(otherBucket(price), input), putOf('cache_read', cached)]
  return {
    was: model,
    ...(draft.cached === undefined ? {} : { lines_as_sent: true }),
    price: {
      model,
      type,
      channel_type,
      input: inputOf(price, input),
      output: output === undefined ? price.output : multiplierOfMicros(output),
      lines: puts.flat().reduce<readonly Line[]>(withAmount, lines).slice(),
    },
  }
}

/** Micro-quota a unit. Undefined: the cell was not touched. Null: it is no amount. */
function typedIn(price: Price, draft: Draft, unit: PriceUnit, field: CellField) {
  const text = draft[field]
  const bucket = cellMeter(price, field)
  if (text === undefined || bucket === null) return undefined
  return cellMicros(text, perOf(bucket), unit) ?? null
}

/** The line that the first cell prices, where it is no column of the entry. */
function otherBucket(price: Price): Line['bucket'] | null {
  const bucket = cellMeter(price, 'input')
  return price.type === 'times' || bucket === 'input' ? null : bucket
}

function inputOf(price: Price, micros: string | undefined): string {
  if (micros === undefined || otherBucket(price) !== null) return price.input
  return price.type === 'times' ? callMultiplier(micros) : multiplierOfMicros(micros)
}

const putOf = (bucket: Line['bucket'] | null, amount: string | undefined): Put[] =>
  bucket === null || amount === undefined ? [] : [{ bucket, amount }]

type Put = { readonly bucket: Line['bucket']; readonly amount: string }

/** The lines with one plain line at another amount; `none`: without it. */
const withAmount = (lines: readonly Line[], { bucket, amount }: Put): Line[] => [
  ...lines.filter((line) => line.bucket !== bucket || !isPlain(line)),
  ...(amount === 'none' ? [] : [{ bucket, amount_micro: amount }]),
]

/** Of lines with a date to come nothing was typed. */
const isPlain = ({ tier, from_input_tokens: tokens, attributes, from }: Line): boolean =>
  tier === undefined && tokens === undefined && attributes === undefined && from === undefined
