import { assert as check, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayIn, timeIn } from '../../lib/zone.ts'
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

  it.each([
    ['America/Santiago', '2026-09-05T23:30:00', '2026-09-06T04:00:00Z'],
    ['America/Havana', '2026-03-07T23:30:00', '2026-03-08T05:00:00Z'],
    ['Atlantic/Azores', '2026-03-28T23:30:00', '2026-03-29T01:00:00Z'],
  ])('of %s end after the eve of spring, when there is no midnight', (timeZone, local, end) => {
    // The hour before: what clocks show there, by their offset of the day.
    for (let offset = -14; offset <= 14; offset += 1) {
      const now = at(`${local}Z`) - offset * 3_600_000
      if (timeIn(now, timeZone) !== local.replace('T', ' ')) continue
      expect(new Date(windowOf('day', now, timeZone).resetsAt).toISOString()).toBe(
        new Date(at(end)).toISOString(),
      )
    }
  })
})

const windowOf = (period: 'day' | 'week' | 'month', now: number, timeZone: string) =>
  spendWindowAt(period, now, { timeZone, anchor: 0 })

/** Where the zone's clocks changed, found by what they show. */
function changesOf(timeZone: string, from: number, to: number): number[] {
  const offset = (instant: number): number =>
    Date.parse(`${timeIn(instant, timeZone).replace(' ', 'T')}Z`) - instant
  const step = 5 * 24 * 3_600_000
  const changes: number[] = []
  for (let begin = from; begin < to; begin += step) {
    let [low, high] = [begin, begin + step]
    if (offset(low) === offset(high)) continue
    while (high - low > 900_000) {
      const middle = Math.floor((low + high) / 2 / 900_000) * 900_000
      if (offset(middle) === offset(low)) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

/** The first quarter of an hour of the day of a moment, walked to one by one. */
function dayStart(instant: number, timeZone: string): number {
  let quarter = Math.floor(instant / 900_000) * 900_000
  const day = dayIn(quarter, timeZone)
  while (dayIn(quarter - 900_000, timeZone) === day) quarter -= 900_000
  return quarter
}

/** Holds the windows around a moment against what a clock on the wall shows. */
function expectWindows(now: number, timeZone: string): void {
  const { start, resetsAt } = windowOf('day', now, timeZone)
  expect(start, timeZone).toBe(dayStart(now, timeZone))
  expect(resetsAt, timeZone).toBeGreaterThan(now)
  expect(dayStart(resetsAt, timeZone), timeZone).toBe(resetsAt)
  // No day lies between.
  expect(dayStart(resetsAt - 1, timeZone), timeZone).toBe(start)
  for (const period of ['week', 'month'] as const) {
    const longer = windowOf(period, now, timeZone)
    expect(longer.start, `${timeZone} ${period}`).toBeLessThanOrEqual(start)
    expect(longer.resetsAt, `${timeZone} ${period}`).toBeGreaterThan(now)
    expect(dayStart(longer.start, timeZone)).toBe(longer.start)
    expect(windowOf(period, longer.resetsAt, timeZone).start).toBe(longer.resetsAt)
  }
}

it(
  'is what clocks show in every zone of the world, around every change of 2025 to 2027',
  { timeout: 60_000 },
  () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const [from, to] = [at('2025-01-01T00:00Z'), at('2028-01-01T00:00Z')]
    // Zones whose clocks show the same all the time are one to the calendar.
    const calendars = new Map(
      zones.map((timeZone) => {
        const changes = changesOf(timeZone, from, to)
        return [`${timeIn(from, timeZone)} ${changes.join()}`, { timeZone, changes }] as const
      }),
    )
    for (const { timeZone, changes } of calendars.values()) {
      for (const change of [from, ...changes]) {
        for (const hours of [-25, -2, -1, 0, 1, 25]) {
          expectWindows(change + hours * 3_600_000 + 420_000, timeZone)
        }
      }
    }
    expect(calendars.size).toBeGreaterThan(60)
  },
)
