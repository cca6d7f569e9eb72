import { type Quota, quota, zero } from '@posthouse/ledger/quota'
import { buckets, inputTokensOf, type Usage } from '@posthouse/llm/usage'
import {
  type MicroQuota,
  microQuota,
  microsPerUnit,
  type PriceEntry,
  type PriceLine,
} from './price-book.ts'

/** What a price needs to know beside usage. All of it is frozen into the charge. */
export type PriceFacts = {
  readonly entry: PriceEntry
  /** Group ratio in millionths. */
  readonly ratioMillionths: bigint
  /** Whether anything was used at all: a call of type `times` that delivered nothing is free. */
  readonly calls: number
}

/** One line of the receipt. */
type PricedLine = {
  readonly bucket: PriceLine['bucket']
  readonly unit: PriceLine['unit']
  readonly quantity: number
  readonly amount: MicroQuota
  readonly subtotal: MicroQuota
}

export type Charge = {
  readonly quota: Quota
  readonly lines: readonly PricedLine[]
  /** After the group ratio, before rounding. */
  readonly total: MicroQuota
  readonly rounding: 'none' | 'up' | 'minimum'
}

const ratioOne = 1_000_000n

/**
 * What usage costs. Summed in micro-quota over all lines, multiplied by the group ratio and rounded
 * once, up to the next whole unit; a priced call that used anything costs at least 1.
 */
export function price(usage: Usage, facts: PriceFacts): Charge {
  const lines = pricedLines(usage, facts)
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

function pricedLines(usage: Usage, facts: PriceFacts): PricedLine[] {
  if (facts.entry.type === 'times') {
    const line = lineFor(facts.entry, 'call', 0)
    return line === null || facts.calls <= 0 ? [] : [priced('call', line, facts.calls)]
  }
  const inputTokens = inputTokensOf(usage)
  return buckets.flatMap((bucket) => {
    const quantity = quantityOf(usage[bucket])
    const line = quantity === 0 ? null : lineFor(facts.entry, bucket, inputTokens)
    return line === null ? [] : [priced(bucket, line, quantity)]
  })
}

/** The line of a bucket in the band that the request falls in; a bucket without one has its parent's. */
function lineFor(
  entry: PriceEntry,
  bucket: PriceLine['bucket'],
  inputTokens: number,
): PriceLine | null {
  const bands = entry.lines
    .filter((line) => line.bucket === bucket && line.fromInputTokens <= inputTokens)
    .toSorted((a, b) => b.fromInputTokens - a.fromInputTokens)
  const own = bands[0]
  if (own !== undefined) return own
  const parent = parentOf[bucket]
  return parent === null ? null : lineFor(entry, parent, inputTokens)
}

/** What a bucket costs as when the book has no line of its own for it. */
const parentOf: Record<PriceLine['bucket'], 'input' | 'output' | null> = {
  input: null,
  output: null,
  cache_read: 'input',
  cache_write_5m: 'input',
  cache_write_1h: 'input',
  reasoning: 'output',
  audio_in: 'input',
  audio_out: 'output',
  image_in: 'input',
  image_out: 'output',
  call: null,
}

/** A line of the receipt names what was used, also where it costs what its parent does. */
const priced = (bucket: PriceLine['bucket'], line: PriceLine, quantity: number): PricedLine => ({
  bucket,
  unit: line.unit,
  quantity,
  amount: line.amount,
  subtotal: microQuota(line.amount * BigInt(quantity)),
})

/** A bucket is never negative and never a fraction, whatever an upstream reported. */
const quantityOf = (tokens: number): number =>
  Number.isFinite(tokens) && tokens > 0 ? Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER) : 0
