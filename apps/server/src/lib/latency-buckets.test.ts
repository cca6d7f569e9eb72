import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketEnds, bucketOf, percentileOf } from './latency-buckets.ts'

test('buckets go from a millisecond to seventy minutes, each the next one up', () => {
  expect(bucketEnds.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 8, 9])
  expect(bucketEnds.at(-1)).toBe(4_194_304)
  expect([0, 1, 2, 7, 8, 9, 10, 1_000, 99_999_999].map(bucketOf)).toEqual([
    1, 1, 2, 8, 8, 9, 11, 1_024, 4_194_304,
  ])
})

test('a percentile is within a tenth of that of the lengths themselves', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 4_194_304 }), { minLength: 1 })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 100 }), (all, hundredths) => {
      const counts = new Map<number, bigint>()
      for (const length of all) {
        const bucket = bucketOf(length)
        counts.set(bucket, (counts.get(bucket) ?? 0n) + 1n)
      }
      const rank = Math.ceil((all.length * hundredths) / 100)
      const exact = all.toSorted((a, b) => a - b)[rank - 1] ?? 0
      const read = percentileOf(counts, hundredths) ?? 0
      expect(Math.abs(read / exact - 1)).toBeLessThan(0.1)
    }),
  )
})

test('nothing has no percentile', () => {
  expect(percentileOf(new Map(), 95)).toBeNull()
})
