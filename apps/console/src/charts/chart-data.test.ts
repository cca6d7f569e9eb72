import { expect, test } from 'vitest'
import { bucketOf, changeInPercent, linesOf, stepText, tickText, totalsOf } from './chart-data.ts'

const data = {
  step: 'day',
  starts: [100, 200, 300],
  series: [
    { key: 'a', name: 'a', values: [1, 2, 3], total: 6 },
    { key: '', name: '', values: [10, 0, 0], total: 10 },
  ],
  total: 16,
} as const

const measure = {
  id: 'n',
  label: 'n',
  of: (value: number) => value * 2,
  format: String,
  formatColumn: () => String,
  unit: { size: 1, sign: '' },
}

test('lines are the chosen figure, and all together the total of each step', () => {
  const lines = linesOf(data, measure, (key) => (key === '' ? 'rest' : key))
  expect(lines).toEqual([
    { key: 'a', name: 'a', values: [2, 4, 6], total: 12 },
    { key: '', name: 'rest', values: [20, 0, 0], total: 20 },
  ])
  expect(totalsOf(data, measure)).toEqual([22, 4, 6])
})

test('a step never reaches beyond what was asked for', () => {
  const span = { from: 150, to: 320 }
  expect(bucketOf(data.starts, 0, span)).toEqual({ from: 150, to: 199 })
  expect(bucketOf(data.starts, 1, span)).toEqual({ from: 200, to: 299 })
  expect(bucketOf(data.starts, 2, span)).toEqual({ from: 300, to: 320 })
  // Without an end the last step is open, as the filter is.
  expect(bucketOf(data.starts, 2, { from: 0, to: 0 })).toEqual({ from: 300, to: 0 })
})

test('steps are named by their zone', () => {
  const start = Date.parse('2026-11-20T16:00:00Z') / 1000
  expect(stepText(start, 'day', 'Asia/Shanghai')).toBe('2026-11-21')
  expect(tickText(start, 'day', 'Asia/Shanghai')).toBe('11-21')
  expect(tickText(start, 'hour', 'UTC')).toBe('16:00')
  expect(stepText(start, 'month', 'UTC')).toBe('2026-11')
})

test('there is no change against nothing', () => {
  expect(changeInPercent(15, 10)).toBe(50)
  expect(changeInPercent(0, 10)).toBe(-100)
  expect(changeInPercent(5, 0)).toBeUndefined()
})
