import { expect, test } from 'vitest'
import { periodOf } from './periods.ts'

const at = (text: string) => Date.parse(text) / 1_000
const zone = 'Asia/Shanghai'
const now = at('2026-03-10T20:00:00+08:00')

test.each([
  ['today', '2026-03-10T00:00:00+08:00', null],
  ['yesterday', '2026-03-09T00:00:00+08:00', '2026-03-09T23:59:59+08:00'],
  ['week', '2026-03-04T00:00:00+08:00', null],
  ['month', '2026-02-09T00:00:00+08:00', null],
  ['thisMonth', '2026-03-01T00:00:00+08:00', null],
] as const)('%s begins with a day of the reader', (period, from, to) => {
  expect(periodOf(period, now, zone)).toEqual({ from: at(from), to: to === null ? 0 : at(to) })
})
