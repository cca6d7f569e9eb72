import { expect, test } from 'vitest'
import { dollars } from './cells.ts'

test.each([
  [500_000n, 500_000, '1.000000'],
  [1n, 500_000, '0.000002'],
  [-250_000n, 500_000, '-0.500000'],
  [0n, 500_000, '0.000000'],
  [1n, 3_000_000, '0.000000'],
  [-1n, 3_000_000, '0.000000'],
  [2n, 3_000_000, '0.000001'],
  [10n ** 17n, 500_000, '200000000000.000000'],
])('%d quota units at %d a dollar are %s', (quota, perUnit, figure) => {
  expect(dollars(quota, perUnit)).toEqual({ figure })
})
