import { expect, test } from 'vitest'
import { isTimeZone } from '@posthouse/contract/time-zone'
import { dayIn } from './zone.ts'

test('a day is the calendar’s in its zone, across midnight and a change of clocks', () => {
  const late = Date.UTC(2026, 9, 24, 22, 30)
  expect(dayIn(late, 'UTC')).toBe('2026-10-24')
  expect(dayIn(late, 'Europe/Berlin')).toBe('2026-10-25')
  expect(dayIn(late, 'Asia/Shanghai')).toBe('2026-10-25')
  expect(dayIn(late, 'America/New_York')).toBe('2026-10-24')
  // The day on which clocks go back has 25 hours, and all of them are its own.
  expect(dayIn(Date.UTC(2026, 9, 25, 22, 59), 'Europe/Berlin')).toBe('2026-10-25')
})

test('a zone that nobody knows counts as UTC', () => {
  expect(isTimeZone('Mars/Olympus')).toBe(false)
  expect(dayIn(0, 'Mars/Olympus')).toBe('1970-01-01')
})
