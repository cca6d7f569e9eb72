import { type RawBuilder, sql } from 'kysely'

/*
 * How long calls took, as counts by length. A percentile of any span is read from the sum of its hours' counts; of
 * averages it could not be. A bucket is known by the longest that it has, so that counts can be read without this
 * file. Each is 2^(1/4) times as long as the one before, as in exponential histograms of scale 2: what is read of it
 * is within a tenth of the truth, and a model whose answers differ by a factor of ten has some fourteen rows an hour.
 */

const perDoubling = 4
/** 2^22 ms are seventy minutes: nothing that is served takes longer, and what does counts as that. */
const doublings = 22

/** The longest of each bucket, in milliseconds. The shortest ones would lie between whole milliseconds. */
export const bucketEnds: readonly number[] = [
  ...new Set(
    Array.from({ length: perDoubling * doublings + 1 }, (_, step) =>
      Math.floor(2 ** (step / perDoubling)),
    ),
  ),
]

const longest = 2 ** doublings

export const bucketOf = (ms: number): number => bucketEnds.find((end) => ms <= end) ?? longest

/** The same, of a column. */
export function bucketIn(column: string): RawBuilder<bigint> {
  const length = sql.ref(column)
  const cases = bucketEnds.map((end) => sql`when ${length} <= ${sql.lit(end)} then ${sql.lit(end)}`)
  return sql<bigint>`cast(case ${sql.join(cases, sql` `)} else ${sql.lit(longest)} end as bigint)`
}

/** How many calls of each bucket there are. */
export type BucketCounts = ReadonlyMap<number, bigint>

/** What so many hundredths of the calls do not exceed; null: there are none. */
export function percentileOf(counts: BucketCounts, hundredths: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0n)
  if (total === 0n) return null
  // The rank of the call that has it, rounded up.
  let left = (total * BigInt(hundredths) + 99n) / 100n
  const end = bucketEnds.find((bucket) => (left -= counts.get(bucket) ?? 0n) <= 0n) ?? longest
  const before = bucketEnds[bucketEnds.indexOf(end) - 1] ?? 0
  return Math.sqrt((before + 1) * end)
}
