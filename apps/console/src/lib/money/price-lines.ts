import type { Price, PriceLine } from '@posthouse/contract/price'

/** What a bucket costs when no condition is met: at no special service tier, in a context of any length. */
export const plainLine = ({ lines }: Price, bucket: string): PriceLine | undefined =>
  lines.find(
    (line) =>
      line.bucket === bucket &&
      line.tier === undefined &&
      line.from_input_tokens === undefined &&
      line.attributes === undefined,
  )
