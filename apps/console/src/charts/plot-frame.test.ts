import { expect, test } from 'vitest'
import { axisEnd, heightOf, plotFrame, positionsIn } from './plot-frame.ts'

test('steps stand from edge to edge, one alone in the middle', () => {
  expect(positionsIn(300, 3)).toEqual([72, 172, 272])
  expect(positionsIn(300, 1)).toEqual([172])
})

test('values stand between the bottom and the top', () => {
  expect(heightOf(0, 50)).toBe(plotFrame.height - plotFrame.bottom)
  expect(heightOf(50, 50)).toBe(plotFrame.top)
})

test.each([
  [[0], 1],
  [[7], 8],
  [[11, 3], 15],
  [[980], 1000],
  [[0.003], 0.003],
])('an axis for %j ends with %d', (values, end) => {
  expect(axisEnd(values)).toBeCloseTo(end, 10)
})
