import { expect, it } from 'vitest'
import { attemptsMax, retryDelayMs } from './message.ts'

it('waits four times as long after each attempt, up to six hours, a fifth more or less', () => {
  expect(retryDelayMs(1, 0.5)).toBe(10_000)
  expect(retryDelayMs(2, 0.5)).toBe(40_000)
  expect(retryDelayMs(9, 0.5)).toBe(21_600_000)
  expect([retryDelayMs(1, 0), retryDelayMs(1, 1)]).toEqual([8_000, 12_000])
})

it('gives a receiver about a day', () => {
  const waits = Array.from({ length: attemptsMax - 1 }, (_, turn) => retryDelayMs(turn + 1, 0.5))
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000
  expect(hours).toBeGreaterThan(18)
  expect(hours).toBeLessThan(30)
})
