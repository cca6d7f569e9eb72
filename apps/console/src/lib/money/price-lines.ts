import { linesInForce } from '@posthouse/contract/dated-lines'
import { conditionOf, type LineCondition } from '@posthouse/contract/line-condition'
import type { Price, PriceLine } from '@posthouse/contract/price'

/** What a bucket costs when no condition is met: at no special service tier, in a context of any length. */
export const plainLine = ({ lines }: Price, bucket: string): PriceLine | undefined =>
  lines.find(
    (line) =>
      line.bucket === bucket &&
      line.tier === undefined &&
      line.from_input_tokens === undefined &&
      line.attributes === undefined &&
      (line.from ?? 0) * 1_000 <= Date.now(),
  )

/** The line of calls, characters or seconds that a model is priced by where tokens are free. The lowest, where kinds differ. */
export function unitLine({ lines }: Price): PriceLine | undefined {
  const costs = linesNow(lines).filter(({ amount_micro: amount }) => amount !== '0')
  if (costs.some(({ unit }) => unit === 'token')) return undefined
  return costs.toSorted((a, b) => Number(BigInt(a.amount_micro) - BigInt(b.amount_micro)))[0]
}

/** The lines in force today. */
export const linesNow = <Line extends LineCondition & Pick<PriceLine, 'from' | 'until'>>(
  lines: readonly Line[],
): readonly Line[] => linesInForce(lines, Math.floor(Date.now() / 1_000), conditionOf)
