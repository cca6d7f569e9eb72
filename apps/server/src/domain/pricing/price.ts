import type { Dates } from '@posthouse/contract/dated-lines'
import { kindWord } from '@posthouse/contract/line-condition'
import { type Quota, quota, zero } from '@posthouse/ledger/quota'
import {
  type Attributes,
  inputTokensIn,
  type Meter,
  type MeterAmount,
  type Meters,
} from '@posthouse/llm/canonical/meter'
import { linesAt } from './lines-at.ts'
import {
  datesOf,
  type MicroQuota,
  microQuota,
  microsPerUnit,
  type PriceEntry,
  type PriceLine,
} from './price-book.ts'

/** Facts that a price needs beside usage. All of them are frozen into the charge. */
export type PriceFacts = {
  readonly entry: PriceEntry
  /** Group ratio in millionths. */
  readonly ratioMillionths: bigint
  /** The service tier that answered, as `tierWord` writes it. Absent: nobody said. */
  readonly tier?: string
  /** Epoch milliseconds at which the call began: the lines in force then are its price, whenever it ends. */
  readonly beganAt: number
}

/** One line of the receipt. */
type PricedLine = {
  readonly bucket: Meter
  readonly attributes?: Attributes
  readonly unit: PriceLine['unit']
  readonly quantity: number
  readonly amount: MicroQuota
  readonly subtotal: MicroQuota
  /** The use of the line of the book: see PriceLine. */
  readonly fromInputTokens: number
  readonly tier?: string
} & Dates

export type Charge = {
  readonly quota: Quota
  readonly lines: readonly PricedLine[]
  /** After the group ratio, before rounding. */
  readonly total: MicroQuota
  readonly rounding: 'none' | 'up' | 'minimum'
}

const ratioOne = 1_000_000n

/**
 * The cost of usage. Summed in micro-quota over all lines, multiplied by the group ratio and rounded
 * once, up to the next whole unit; a priced call that used anything costs at least 1.
 */
export function price(meters: Meters, facts: PriceFacts): Charge {
  const lines = pricedLines(meters, facts)
  const sum = lines.reduce((total, line) => total + line.subtotal, 0n)
  // Kept at a millionth of a micro-quota until the end, so that the ratio loses nothing.
  const exact = sum * facts.ratioMillionths
  const divisor = microsPerUnit * ratioOne
  const total = microQuota(exact / ratioOne)
  if (exact === 0n) return { quota: zero, lines, total, rounding: 'none' }
  const rounded = (exact + divisor - 1n) / divisor
  const rounding = exact % divisor === 0n ? 'none' : rounded === 1n ? 'minimum' : 'up'
  return { quota: quota(rounded), lines, total, rounding }
}

/** A meter without a line costs nothing: tokens where calls, characters or seconds have the price, and the other way round. */
function pricedLines(meters: Meters, facts: PriceFacts): PricedLine[] {
  const inputTokens = inputTokensIn(meters)
  return meters.flatMap((metered) => {
    const quantity = quantityOf(metered.amount)
    const line = quantity === 0 ? null : lineFor(facts, metered, inputTokens)
    return line === null ? [] : [priced(metered, line, quantity)]
  })
}

/**
 * The line of a meter, among those in force: of the tier that answered before any tier's, then the one that names most of its
 * attributes, and among them the highest band that the request reaches. A meter without one has its parent's.
 */
function lineFor(
  facts: Pick<PriceFacts, 'entry' | 'tier' | 'beganAt'>,
  metered: Pick<MeterAmount, 'meter' | 'attributes'>,
  inputTokens: number,
): PriceLine | null {
  const { meter, attributes } = metered
  const own = linesAt(facts.entry, facts.beganAt).filter(
    (line) =>
      line.bucket === meter && line.fromInputTokens <= inputTokens && isOf(attributes, line),
  )
  const found =
    closest(own.filter(({ tier }) => tier !== undefined && tier === facts.tier)) ??
    closest(own.filter(({ tier }) => tier === undefined))
  if (found !== undefined) return found
  const parent = parentOf[meter]
  return parent === undefined ? null : lineFor(facts, { ...metered, meter: parent }, inputTokens)
}

/** True where usage has every attribute that a line is for. */
const isOf = (has: MeterAmount['attributes'], { attributes = {} }: PriceLine): boolean =>
  Object.entries(attributes).every(([name, value]) => {
    const own = has?.[name]
    return own !== undefined && kindWord(own) === kindWord(value)
  })

const closest = (lines: readonly PriceLine[]): PriceLine | undefined =>
  lines.toSorted(
    (a, b) =>
      named(b) - named(a) ||
      b.fromInputTokens - a.fromInputTokens ||
      (named(a) > 0 ? dearer(a, b) : 0),
  )[0]

/** Where one line names the size and another one the quality, the order of the lines decides nothing. */
const dearer = (a: PriceLine, b: PriceLine): number =>
  b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : 0

const named = ({ attributes = {} }: PriceLine): number => Object.keys(attributes).length

/** The meter whose price another has when the book has no line of its own for it. Absent: none. */
const parentOf: Partial<Record<Meter, 'input' | 'output'>> = {
  cache_read: 'input',
  cache_write_5m: 'input',
  cache_write_1h: 'input',
  reasoning: 'output',
  audio_in: 'input',
  audio_out: 'output',
  image_in: 'input',
  image_out: 'output',
}

/** A line of the receipt names what was used, also where it costs what its parent does. */
const priced = (
  { meter, attributes }: MeterAmount,
  line: PriceLine,
  quantity: number,
): PricedLine => ({
  bucket: meter,
  ...(attributes === undefined ? {} : { attributes }),
  unit: line.unit,
  quantity,
  amount: line.amount,
  subtotal: microQuota(line.amount * BigInt(quantity)),
  fromInputTokens: line.fromInputTokens,
  ...(line.tier === undefined ? {} : { tier: line.tier }),
  ...datesOf(line),
})

/** Usage is never negative and never a fraction, whatever an upstream reported. */
const quantityOf = (amount: number): number =>
  Number.isFinite(amount) && amount > 0 ? Math.min(Math.ceil(amount), Number.MAX_SAFE_INTEGER) : 0
