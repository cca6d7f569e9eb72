import { expect, test } from 'vitest'
import type { PriceLine } from './price.ts'
import { isSteep, priceSteps } from './price-steps.ts'

const line = (bucket: PriceLine['bucket'], amount: string, more: Partial<PriceLine> = {}) => ({
  bucket,
  unit: 'token' as const,
  amount_micro: amount,
  dollars_per_million: '',
  ...more,
})

test.each([
  [10n, 50n, false],
  [10n, 51n, true],
  [50n, 10n, false],
  [51n, 10n, true],
  [0n, 1n, true],
  [1n, 0n, true],
  [0n, 0n, false],
])('%s to %s is steep: %s', (from, to, steep) => {
  expect(isSteep(from, to)).toBe(steep)
})

test('names each meter whose price changes, and nothing else', () => {
  const before = { lines: [line('input', '10'), line('output', '40'), line('cache_read', '5')] }
  const after = { lines: [line('input', '20'), line('output', '40'), line('cache_read', '100')] }
  expect(priceSteps(before, after)).toMatchObject([
    { bucket: 'input', before: '10', after: '20', steep: false },
    { bucket: 'cache_read', before: '5', after: '100', steep: true },
  ])
})

test('a removed line costs what its meter costs without it', () => {
  const plain = [line('input', '10'), line('output', '40')]
  const before = {
    lines: [...plain, line('cache_read', '1'), line('output', '80', { tier: 'priority' })],
  }
  expect(priceSteps(before, { lines: plain })).toMatchObject([
    { bucket: 'cache_read', before: '1', after: '10', steep: true },
    { bucket: 'output', tier: 'priority', before: '80', after: '40', steep: false },
  ])
})

test('another type is a change from and to nothing', () => {
  const before = { lines: [line('input', '10')] }
  const after = { lines: [line('call', '500', { unit: 'call' })] }
  expect(priceSteps(before, after)).toMatchObject([
    { bucket: 'input', after: '0', steep: true },
    { bucket: 'call', before: '0', steep: true },
  ])
})
