import { describe, expect, test } from 'vitest'
import { dayStart, momentOf, wallInput, wallTime } from './zoned-time.ts'

const at = (text: string): number => Date.parse(text) / 1000

describe('wall clocks', () => {
  test.each([
    ['2026-11-21T08:30', 'Asia/Shanghai', '2026-11-21T00:30:00Z'],
    ['2026-11-21T08:30', 'Asia/Kathmandu', '2026-11-21T02:45:00Z'],
    ['2026-07-01T00:00', 'Europe/Berlin', '2026-06-30T22:00:00Z'],
    ['2026-01-01T00:00', 'America/New_York', '2026-01-01T05:00:00Z'],
    ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00Z'],
    ['2026-01-01T00:00', 'No/Such', '2026-01-01T00:00:00Z'],
  ])('%s in %s is %s, and back', (wall, zone, moment) => {
    expect(momentOf(wall, zone)).toBe(at(moment))
    expect(wallInput(at(moment), zone)).toBe(wall)
  })

  test('of two equal times the earlier, of none the one after the gap', () => {
    expect(momentOf('2026-10-25T02:30', 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'))
    const skipped = momentOf('2026-03-29T02:30', 'Europe/Berlin') ?? 0
    expect(wallTime(skipped, 'Europe/Berlin')).toBe('2026-03-29 03:30:00')
    expect(momentOf('soon', 'UTC')).toBeUndefined()
  })

  test('a day begins where its clocks say, whatever length the days between have', () => {
    const noon = at('2026-03-31T10:00:00Z')
    expect(dayStart(noon, 0, 'Europe/Berlin')).toBe(at('2026-03-30T22:00:00Z'))
    expect(dayStart(noon, 3, 'Europe/Berlin')).toBe(at('2026-03-27T23:00:00Z'))
    expect(dayStart(at('2026-11-21T20:00:00Z'), 0, 'Asia/Kolkata')).toBe(at('2026-11-21T18:30:00Z'))
  })
})
