import { describe, expect, test } from 'vitest'
import { calendarStarts, type CalendarStep, stepFor } from './calendar.ts'
import { timeIn } from './zone.ts'

const hourMs = 3_600_000
const at = (text: string): number => Date.parse(text)

const starts = (from: string, to: string, step: CalendarStep, timeZone: string): number[] =>
  calendarStarts({ from: at(from), to: at(to) }, { step, timeZone }, 1_000) ?? expect.fail('many')

const hoursOf = (list: readonly number[]): number[] =>
  list.slice(1).map((start, place) => (start - (list[place] ?? 0)) / hourMs)

describe('calendar steps', () => {
  test('days have 23 and 25 hours when clocks change', () => {
    const spring = starts('2026-03-28T12:00Z', '2026-03-31T12:00Z', 'day', 'Europe/Berlin')
    expect(hoursOf(spring)).toEqual([24, 23, 24])
    const autumn = starts('2026-10-24T12:00Z', '2026-10-27T12:00Z', 'day', 'Europe/Berlin')
    expect(hoursOf(autumn)).toEqual([24, 25, 24])
  })

  test('the hour that comes twice is two', () => {
    const night = starts('2026-10-25T00:00Z', '2026-10-25T02:59Z', 'hour', 'Europe/Berlin')
    expect(night.map((start) => timeIn(start, 'Europe/Berlin').slice(11, 16))).toEqual([
      '02:00',
      '02:00',
      '03:00',
    ])
  })

  test('half-hour zones begin where their clocks say', () => {
    const days = starts('2026-11-20T00:00Z', '2026-11-21T00:00Z', 'day', 'Asia/Kolkata')
    expect(days).toEqual([at('2026-11-19T18:30Z'), at('2026-11-20T18:30Z')])
    const [hour] = starts('2026-11-20T00:00Z', '2026-11-20T00:00Z', 'hour', 'Asia/Kathmandu')
    expect(hour).toBe(at('2026-11-19T23:15Z'))
  })

  test('a day without a midnight begins when its clocks do', () => {
    const days = starts('2026-04-23T12:00Z', '2026-04-24T12:00Z', 'day', 'Africa/Cairo')
    expect(days.map((start) => timeIn(start, 'Africa/Cairo'))).toEqual([
      '2026-04-23 00:00:00',
      '2026-04-24 01:00:00',
    ])
  })

  test('weeks begin on Monday, months on the first', () => {
    const weeks = starts('2026-11-21T00:00Z', '2026-12-01T00:00Z', 'week', 'Asia/Shanghai')
    expect(weeks.map((start) => timeIn(start, 'Asia/Shanghai'))).toEqual([
      '2026-11-16 00:00:00',
      '2026-11-23 00:00:00',
      '2026-11-30 00:00:00',
    ])
    const months = starts('2026-01-31T23:00Z', '2026-03-01T00:00Z', 'month', 'Asia/Shanghai')
    expect(months.map((start) => timeIn(start, 'Asia/Shanghai').slice(0, 10))).toEqual([
      '2026-02-01',
      '2026-03-01',
    ])
  })

  test('minutes are those of everybody', () => {
    const list = starts('2026-11-21T10:00:30Z', '2026-11-21T10:02:00Z', 'minute', 'Asia/Kathmandu')
    expect(list.map((start) => timeIn(start, 'Asia/Kathmandu').slice(11))).toEqual([
      '15:45:00',
      '15:46:00',
      '15:47:00',
    ])
  })

  test.each([
    [1, 'minute'],
    [24, 'hour'],
    [7 * 24, 'day'],
    [90 * 24, 'day'],
    [365 * 24, 'week'],
    [1_000 * 24, 'month'],
  ])('%d hours are shown by the %s', (hours, step) => {
    expect(stepFor({ from: 0, to: hours * hourMs })).toBe(step)
  })

  test('more than asked for are none', () => {
    const span = { from: 0, to: 100 * hourMs }
    expect(calendarStarts(span, { step: 'hour', timeZone: 'UTC' }, 100)).toBeNull()
    expect(calendarStarts(span, { step: 'hour', timeZone: 'UTC' }, 101)).toHaveLength(101)
  })

  test.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'])(
    'every start of %s is a start of its own',
    (timeZone) => {
      for (const step of ['hour', 'day', 'week', 'month'] as const) {
        const days = step === 'hour' ? 35 : 400
        const span = {
          from: at('2026-03-10T00:07Z'),
          to: at('2026-03-10T00:07Z') + days * 24 * hourMs,
        }
        const list = calendarStarts(span, { step, timeZone }, 1_000) ?? expect.fail('many')
        expect(list[0]).toBeLessThanOrEqual(span.from)
        for (const start of list) {
          const again = calendarStarts({ from: start, to: start }, { step, timeZone }, 2)
          expect(again).toEqual([start])
        }
      }
    },
  )
})
