import type { Price } from '@posthouse/contract/price'
import {
  callMultiplier,
  dollarsOfMicros,
  microsOfDollars,
  type Per,
  perOf,
  callMicros,
} from './line-amount.ts'
import { microsOfMultiplier, multiplierOfDollars, multiplierOfMicros } from './multiplier.ts'
import { plainLine } from './price-lines.ts'
import { unitLineOf } from './price-words.ts'

/** Prices of a list as people enter them: in dollars, or as multipliers. */
export type PriceUnit = 'dollars' | 'multiplier'

const cellFields = ['input', 'output', 'cached'] as const
export type CellField = (typeof cellFields)[number]

/** The meter that a cell of the list prices; null: the model is not priced by it. */
export function cellMeter(price: Price, field: CellField): Price['lines'][number]['bucket'] | null {
  const other = otherMeter(price)
  if (other !== null) return field === 'input' ? other : null
  return field === 'cached' ? 'cache_read' : field
}

/** Calls, characters or seconds, where tokens are free. */
function otherMeter({ type, input, output, lines }: Price) {
  if (type === 'times') return 'call'
  if (Number(input) !== 0 || Number(output) !== 0) return null
  return unitLineOf(lines)?.bucket ?? null
}

/** How a cell writes its amount: a price by the minute has no multiplier. */
export const cellUnit = (per: Per, unit: PriceUnit): PriceUnit =>
  per === 'minute' ? 'dollars' : unit

/** What a cell shows. Empty: cached input costs what input does. */
export function cellText(price: Price, field: CellField, unit: PriceUnit): string {
  const meter = cellMeter(price, field)
  const line = meter === null ? undefined : plainLine(price, meter)
  if (meter === null || line === undefined) return ''
  const per = perOf(meter)
  if (cellUnit(per, unit) === 'dollars') return dollarsOfMicros(line.amount_micro, per)
  return per === 'call' ? callMultiplier(line.amount_micro) : multiplierOfMicros(line.amount_micro)
}

/** What was typed into a cell, in micro-quota a unit of its meter. Undefined: no amount. */
export function cellMicros(text: string, per: Per, unit: PriceUnit): string | undefined {
  const trimmed = text.trim()
  if (cellUnit(per, unit) === 'multiplier') {
    const micros = microsOfMultiplier(trimmed)
    return micros === undefined || per !== 'call' ? micros : callMicros(trimmed)
  }
  if (per !== 'million') return microsOfDollars(trimmed, per)
  const multiplier = multiplierOfDollars(trimmed)
  return multiplier === undefined ? undefined : microsOfMultiplier(multiplier)
}
