import { expect, test } from 'vitest'
import { daysLeft } from './forecast.ts'

test.each([
  ['an even pace', 100, [10, 10], 10],
  ['days before the first spend do not count', 100, [0, 0, 10, 30], 5],
  ['a day without spend after it does', 100, [20, 0], 10],
  ['less than a day is none', 5, [10], 0],
  ['no spend says nothing', 100, [0, 0], undefined],
  ['no days say nothing', 100, [], undefined],
  ['an empty wallet lasts no time at all', 0, [10], undefined],
])('%s', (_, balance, spent, days) => {
  expect(daysLeft(balance, spent)).toBe(days)
})
