import { expect, test } from 'vitest'
import { axisOf } from './axis.ts'

const dollars = { size: 500_000, sign: '$' }
const plain = { size: 1, sign: '' }

test.each([
  [dollars, 4_000_000, '$0 $2 $4 $6 $8'],
  [dollars, 667, '$0.0000 $0.0005 $0.0010 $0.0015'],
  [dollars, 30_000, '$0.00 $0.02 $0.04 $0.06'],
  [dollars, 2, '$0.000000 $0.000002 $0.000004'],
  [plain, 1, '0 1'],
  [plain, 7, '0 2 4 6 8'],
  [plain, 9_999, '0 2k 4k 6k 8k 10k'],
  [plain, 41_000, '0 10k 20k 30k 40k 50k'],
  [plain, 6_000_000, '0 2M 4M 6M'],
  [plain, 0, '0'],
])('an axis in %o for up to %d reads %s', (unit, most, text) => {
  const { ticks, end, format } = axisOf(most, unit)
  expect(ticks.map(format).join(' ')).toBe(text)
  expect(end).toBeGreaterThanOrEqual(most)
})
