import { lineInForce, momentsOf } from './dated-lines.ts'
import { conditionOf } from './line-condition.ts'
import type { Price, PriceLine } from './price.ts'

/** The lines of a price, from the price book or a form. */
export type PriceFigures = Pick<Price, 'lines'>

/** One meter whose price changes. Amounts are micro-quota per unit; '0' is free. */
export type PriceStep = Pick<
  PriceLine,
  'bucket' | 'unit' | 'from_input_tokens' | 'tier' | 'attributes'
> & {
  /** The future day from which the amounts differ, in epoch seconds. Absent when they differ at once. */
  readonly day?: number
  readonly before: string
  readonly after: string
  /** More than five times as much, less than a fifth, or a change from or to free. */
  readonly steep: boolean
}

const steepFrom = 5n

/**
 * Every meter whose price changes, at a moment in epoch seconds and on each later day on which one of the prices
 * changes.
 */
export function priceSteps(before: PriceFigures, after: PriceFigures, at: number): PriceStep[] {
  const sides = [byCondition(before), byCondition(after)] as const
  const met = new Map(
    [...before.lines, ...after.lines].map((line) => [conditionOf(line), line] as const),
  )
  return [...met].flatMap(([condition, line]) =>
    changesOf(sides, { condition, line, at }).map((change) => stepOf(line, change)),
  )
}

export const isSteep = (from: bigint, to: bigint): boolean =>
  from === 0n || to === 0n ? from !== to : to > from * steepFrom || from > to * steepFrom

type Lines = ReadonlyMap<string, readonly PriceLine[]>
type Change = Pick<PriceStep, 'day'> & { readonly from: bigint; readonly to: bigint }

const byCondition = ({ lines }: PriceFigures): Lines => Map.groupBy(lines, conditionOf)

/** The differences of one meter, by day. A difference that continues is listed once. */
function changesOf(
  sides: readonly [before: Lines, after: Lines],
  { condition, line, at }: { condition: string; line: PriceLine; at: number },
): Change[] {
  const keys = [condition, ...standInsOf(line.bucket)]
  const dated = sides.flatMap((side) => keys.flatMap((key) => side.get(key) ?? []))
  let last = ''
  return [at, ...momentsOf(dated).filter((moment) => moment > at)].flatMap((moment) => {
    const isMet = sides.some((side) => lineInForce(side.get(condition) ?? [], moment) !== undefined)
    const [from, to] = [amountAt(sides[0], keys, moment), amountAt(sides[1], keys, moment)]
    const pair = isMet ? `${from} ${to}` : ''
    const isNews = pair !== last && isMet && from !== to
    last = pair
    return isNews ? [{ from, to, ...(moment === at ? {} : { day: moment }) }] : []
  })
}

/** The amount of a line at a moment: its own price, or that of the first fallback with one. */
function amountAt(lines: Lines, keys: readonly string[], moment: number): bigint {
  const inForce = keys.map((key) => lineInForce(lines.get(key) ?? [], moment))
  return BigInt(inForce.find((line) => line !== undefined)?.amount_micro ?? '0')
}

/** Fallbacks: the line without a condition, then the line of the meter that contains it. */
function standInsOf(bucket: PriceLine['bucket']): string[] {
  const parent = parentOf(bucket)
  return [bucket, ...(parent === null ? [] : [parent])].map((each) => conditionOf({ bucket: each }))
}

function parentOf(bucket: PriceLine['bucket']): PriceLine['bucket'] | null {
  if (['call', 'character', 'second', 'input', 'output'].includes(bucket)) return null
  return bucket === 'reasoning' || bucket.endsWith('_out') ? 'output' : 'input'
}

const stepOf = (line: PriceLine, { from, to, day }: Change): PriceStep => ({
  bucket: line.bucket,
  unit: line.unit,
  ...(line.from_input_tokens === undefined ? {} : { from_input_tokens: line.from_input_tokens }),
  ...(line.tier === undefined ? {} : { tier: line.tier }),
  ...(line.attributes === undefined ? {} : { attributes: line.attributes }),
  ...(day === undefined ? {} : { day }),
  before: String(from),
  after: String(to),
  steep: isSteep(from, to),
})
