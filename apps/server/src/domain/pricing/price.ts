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

/** Facts that a price depends on besides usage, all stored with the charge. */
export type PriceFacts = {
  readonly entry: PriceEntry
  /** Group ratio in millionths. */
  readonly ratioMillionths: bigint
  /** Service tier that answered, as written by `tierWord`, if known. */
  readonly tier?: string
  /** Start of the call in epoch milliseconds. The lines in force then apply, whenever it ends. */
  readonly beganAt: number
}

type PricedLine = {
  readonly bucket: Meter
  readonly attributes?: Attributes
  readonly unit: PriceLine['unit']
  readonly quantity: number
  readonly amount: MicroQuota
  readonly subtotal: MicroQuota
  /** See PriceLine. */
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
 * Prices usage: sums all lines in micro-quota, multiplies by the group ratio and rounds up once, to the next whole unit. A priced call
 * with any usage costs at least 1.
 */
export function price(meters: Meters, facts: PriceFacts): Charge {
  const lines = pricedLines(meters, facts)
  const sum = lines.reduce((total, line) => total + line.subtotal, 0n)
  // Millionths of a micro-quota until the end, so that the ratio loses no precision.
  const exact = sum * facts.ratioMillionths
  const divisor = microsPerUnit * ratioOne
  const total = microQuota(exact / ratioOne)
  if (exact === 0n) return { quota: zero, lines, total, rounding: 'none' }
  const rounded = (exact + divisor - 1n) / divisor
  const rounding = exact % divisor === 0n ? 'none' : rounded === 1n ? 'minimum' : 'up'
  return { quota: quota(rounded), lines, total, rounding }
}

/** Meters without a line are free: tokens of a model priced by calls, characters or seconds, and vice versa. */
function pricedLines(meters: Meters, facts: PriceFacts): PricedLine[] {
  const inputTokens = inputTokensIn(meters)
  return meters.flatMap((metered) => {
    const quantity = quantityOf(metered.amount)
    const line = quantity === 0 ? null : lineFor(facts, metered, inputTokens)
    return line === null ? [] : [priced(metered, line, quantity)]
  })
}

/**
 * The line of a meter among those in force: its own tier first, then the line with most matching attributes, then the highest context
 * band that the request reaches. Falls back to the parent meter.
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

/** Whether usage has all attributes of a line. */
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

/** The more expensive of two lines that match equally well, whatever their order. */
const dearer = (a: PriceLine, b: PriceLine): number =>
  b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : 0

const named = ({ attributes = {} }: PriceLine): number => Object.keys(attributes).length

/** The meter whose price applies to a meter without a line. */
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

/** The receipt names the used meter, even at its parent's price. */
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

/** Upstream figures are never used as negative numbers or fractions. */
const quantityOf = (amount: number): number =>
  Number.isFinite(amount) && amount > 0 ? Math.min(Math.ceil(amount), Number.MAX_SAFE_INTEGER) : 0
