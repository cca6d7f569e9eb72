import { expect, test } from 'vitest'
import { ended, spanBefore, spanOf } from './range.ts'

const at = (text: string): number => Date.parse(text) / 1000
const now = at('2026-11-21T10:20:00Z')

test('hours go back from now, days begin with a day', () => {
  expect(spanOf({ preset: '1h' }, now, 'Asia/Shanghai')).toEqual({ from: now - 3600, to: now })
  expect(spanOf({ preset: '7d' }, now, 'Asia/Shanghai')).toEqual({
    from: at('2026-11-14T16:00:00Z'),
    to: now,
  })
  expect(spanOf({ from: 5, to: 9 }, now, 'UTC')).toEqual({ from: 5, to: 9 })
})

test('the period before touches this one and is as long', () => {
  const hour = { preset: '1h' } as const
  const span = spanOf(hour, now, 'UTC')
  expect(spanBefore(hour, span, 'UTC')).toEqual({ from: now - 7201, to: now - 3601 })
  expect(spanBefore({ from: 100, to: 199 }, { from: 100, to: 199 }, 'UTC')).toEqual({
    from: 0,
    to: 99,
  })
})

test('seven days are compared with the seven before, up to the same hour', () => {
  const week = { preset: '7d' } as const
  const span = spanOf(week, now, 'Asia/Shanghai')
  expect(spanBefore(week, span, 'Asia/Shanghai')).toEqual({
    from: at('2026-11-07T16:00:00Z'),
    to: at('2026-11-14T10:20:00Z'),
  })
  // Clocks went back within the week: what is before begins at a midnight all the same.
  const autumn = spanOf(week, at('2026-10-28T12:00:00Z'), 'Europe/Berlin')
  expect(spanBefore(week, autumn, 'Europe/Berlin').from).toBe(at('2026-10-14T22:00:00Z'))
})

test('a stretch that is still open ends with the minute that it is', () => {
  expect(ended({ from: now - 3600, to: 0 }, now)).toEqual({ from: now - 3600, to: now + 59 })
  expect(ended({ from: now - 3600, to: now - 1800 }, now).to).toBe(now - 1800)
})
