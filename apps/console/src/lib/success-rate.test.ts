import { expect, test } from 'vitest'
import { successRate } from './success-rate.ts'

test.each([
  [0, 0, '—'],
  [4, 0, '100%'],
  [8, 1, '87.5%'],
  [100_000, 1, '99.9%'],
  [3, 3, '0%'],
])('%d requests with %d failures: %s', (requests, failures, text) => {
  expect(successRate({ requests, failures })).toBe(text)
})
