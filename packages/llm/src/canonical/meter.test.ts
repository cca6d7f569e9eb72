import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputTokensIn, type Meters, metersOf, oneCall, tokensOf } from './meter.ts'
import { buckets, inputTokensOf, noUsage, type Usage } from './usage.ts'

test('tokens are the same as meters and back', () => {
  const anyUsage = fc.record(
    Object.fromEntries(buckets.map((bucket) => [bucket, fc.nat()])),
  ) as fc.Arbitrary<Usage>
  fc.assert(
    fc.property(anyUsage, (usage) => {
      const meters = [...metersOf(usage), oneCall]
      expect(tokensOf(meters)).toEqual(usage)
      expect(inputTokensIn(meters)).toBe(inputTokensOf(usage))
    }),
  )
})

test('what is zero is not there, and kinds of one bucket add up', () => {
  expect(metersOf({ ...noUsage, output: 3 })).toEqual([{ meter: 'output', amount: 3 }])
  const kinds: Meters = [
    { meter: 'image_out', amount: 1, attributes: { size: '1k' } },
    { meter: 'image_out', amount: 2, attributes: { size: '2k' } },
  ]
  expect(tokensOf(kinds)).toEqual({ ...noUsage, image_out: 3 })
})
