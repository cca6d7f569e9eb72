import type { Price, PriceLine } from './price.ts'

/** The figures of a price, as the price book or a form has them. */
export type PriceFigures = Pick<Price, 'lines'>

/** One meter whose price changes. Amounts are micro-quota a unit; '0' is free. */
export type PriceStep = Pick<
  PriceLine,
  'bucket' | 'unit' | 'from_input_tokens' | 'tier' | 'attributes'
> & {
  readonly before: string
  readonly after: string
  /** More than five times as much, less than a fifth, or between free and charged. */
  readonly steep: boolean
}

const steepFrom = 5n

/** Every meter that costs another amount afterwards. */
export function priceSteps(before: PriceFigures, after: PriceFigures): PriceStep[] {
  const lines = [...before.lines, ...after.lines]
  const met = new Map(lines.map((line) => [conditionOf(line), line]))
  return [...met.values()].flatMap((line) => {
    const [from, to] = [amountOf(before, line), amountOf(after, line)]
    if (from === to) return []
    const { bucket, unit, from_input_tokens, tier, attributes } = line
    return [
      {
        bucket,
        unit,
        ...(from_input_tokens === undefined ? {} : { from_input_tokens }),
        ...(tier === undefined ? {} : { tier }),
        ...(attributes === undefined ? {} : { attributes }),
        before: String(from),
        after: String(to),
        steep: isSteep(from, to),
      },
    ]
  })
}

export const isSteep = (from: bigint, to: bigint): boolean =>
  from === 0n || to === 0n ? from !== to : to > from * steepFrom || from > to * steepFrom

/** What a line costs: its own price, else that of the line without its condition, else of the meter that contains it. */
function amountOf({ lines }: PriceFigures, line: PriceLine): bigint {
  const own = lines.find((one) => conditionOf(one) === conditionOf(line))
  const plain = lines.find((one) => one.bucket === line.bucket && isPlain(one))
  const parent = parentOf(line.bucket)
  const whole = lines.find((one) => one.bucket === parent && isPlain(one))
  return BigInt((own ?? plain ?? whole)?.amount_micro ?? '0')
}

const conditionOf = ({
  bucket,
  from_input_tokens: from = 0,
  tier = '',
  attributes = {},
}: PriceLine) =>
  JSON.stringify([
    bucket,
    from,
    tier,
    Object.entries(attributes)
      .map(([name, value]) => `${name}=${value}`)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ])

const isPlain = ({ from_input_tokens: from, tier, attributes }: PriceLine): boolean =>
  from === undefined && tier === undefined && attributes === undefined

function parentOf(bucket: PriceLine['bucket']): PriceLine['bucket'] | null {
  if (['call', 'character', 'second', 'input', 'output'].includes(bucket)) return null
  return bucket === 'reasoning' || bucket.endsWith('_out') ? 'output' : 'input'
}
