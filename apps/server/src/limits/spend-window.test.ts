import { assert as check, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spendWindowAt } from './spend-window.ts'

const at = (text: string): number => Date.parse(text)
const windowAt = (period: 'day' | 'week' | 'month' | '5h', now: string, timeZone = 'UTC') => {
  const { start, resetsAt } = spendWindowAt(period, at(now), {
    timeZone,
    anchor: at('2026-01-01T14:30:00Z'),
  })
  return [new Date(start).toISOString(), new Date(resetsAt).toISOString()]
}

describe('spend windows', () => {
  it('begin at midnight of their own zone', () => {
    expect(windowAt('day', '2026-11-20T23:30:00Z', 'Asia/Shanghai')).toEqual([
      '2026-11-20T16:00:00.000Z',
      '2026-11-21T16:00:00.000Z',
    ])
    expect(windowAt('week', '2026-11-22T12:00:00Z')[0]).toBe('2026-11-16T00:00:00.000Z')
    expect(windowAt('month', '2026-01-31T12:00:00Z')).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
    ])
  })

  it('are 23 and 25 hours long when clocks change', () => {
    const [start, end] = windowAt('day', '2026-03-29T12:00:00Z', 'Europe/Berlin').map(at)
    expect(((end ?? 0) - (start ?? 0)) / 3_600_000).toBe(23)
    const [from, to] = windowAt('day', '2026-10-25T12:00:00Z', 'Europe/Berlin').map(at)
    expect(((to ?? 0) - (from ?? 0)) / 3_600_000).toBe(25)
  })

  it('of five hours are counted from the anchor', () => {
    expect(windowAt('5h', '2026-01-01T20:00:00Z')).toEqual([
      '2026-01-01T19:30:00.000Z',
      '2026-01-02T00:30:00.000Z',
    ])
  })

  it('contain the moment they are asked for, and follow each other without a gap', () => {
    const zones = constantFrom(
      'UTC',
      'Asia/Shanghai',
      'America/New_York',
      'Australia/Lord_Howe',
      'no/zone',
    )
    const periods = constantFrom('5h', 'day', 'week', 'month')
    check(
      property(
        periods,
        zones,
        integer({ min: 1_700_000_000, max: 1_900_000_000 }),
        (period, timeZone, seconds) => {
          const options = { timeZone, anchor: 1_600_000_000_000 }
          const now = seconds * 1_000
          const { start, resetsAt } = spendWindowAt(period, now, options)
          expect(start).toBeLessThanOrEqual(now)
          expect(resetsAt).toBeGreaterThan(now)
          expect(spendWindowAt(period, resetsAt, options).start).toBe(resetsAt)
        },
      ),
      { numRuns: 500 },
    )
  })
})
