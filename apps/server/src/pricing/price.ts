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
  /** The service tier that answered, as `tierWord` writes it. Absent: nobody said. */
  readonly tier?: string
}

/** One line of the receipt. */
type PricedLine = {
  readonly bucket: PriceLine['bucket']
  readonly unit: PriceLine['unit']
  readonly quantity: number
  readonly amount: MicroQuota
  readonly subtotal: MicroQuota
  /** What the line of the book is for: see PriceLine. */
  readonly fromInputTokens: number
  readonly tier?: string
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
    const line = lineFor(facts, 'call', 0)
    return line === null || facts.calls <= 0 ? [] : [priced('call', line, facts.calls)]
  }
  const inputTokens = inputTokensOf(usage)
  return buckets.flatMap((bucket) => {
    const quantity = quantityOf(usage[bucket])
    const line = quantity === 0 ? null : lineFor(facts, bucket, inputTokens)
    return line === null ? [] : [priced(bucket, line, quantity)]
  })
}

/**
 * The line of a bucket: of the tier that answered before any tier's, and among them the highest
 * band that the request reaches. A bucket without one has its parent's.
 */
function lineFor(
  facts: Pick<PriceFacts, 'entry' | 'tier'>,
  bucket: PriceLine['bucket'],
  inputTokens: number,
): PriceLine | null {
  const own = facts.entry.lines.filter(
    (line) => line.bucket === bucket && line.fromInputTokens <= inputTokens,
  )
  const found =
    highestBand(own.filter(({ tier }) => tier !== undefined && tier === facts.tier)) ??
    highestBand(own.filter(({ tier }) => tier === undefined))
  if (found !== undefined) return found
  const parent = parentOf[bucket]
  return parent === null ? null : lineFor(facts, parent, inputTokens)
}

const highestBand = (lines: readonly PriceLine[]): PriceLine | undefined =>
  lines.toSorted((a, b) => b.fromInputTokens - a.fromInputTokens)[0]

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
  fromInputTokens: line.fromInputTokens,
  ...(line.tier === undefined ? {} : { tier: line.tier }),
})

/** A bucket is never negative and never a fraction, whatever an upstream reported. */
const quantityOf = (tokens: number): number =>
  Number.isFinite(tokens) && tokens > 0 ? Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER) : 0
