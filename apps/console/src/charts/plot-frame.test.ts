import { expect, test } from 'vitest'
import { plotFrame, positionsIn, valueAt } from './plot-frame.ts'

test('steps share the width evenly', () => {
  expect(positionsIn(280, 2)).toEqual([114, 214])
  expect(positionsIn(280, 1)).toEqual([164])
})

test('values stand between the bottom and the top', () => {
  expect(valueAt(plotFrame.height - plotFrame.bottom, 50)).toBe(0)
  expect(valueAt(plotFrame.top, 50)).toBe(50)
})
