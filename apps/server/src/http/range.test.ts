import { expect, test } from 'vitest'
import { rangeOf } from './range.ts'

test.each([
  [undefined, 10, { start: 0, end: 9, isPart: false }],
  ['bytes=0-', 10, { start: 0, end: 9, isPart: true }],
  ['bytes=2-4', 10, { start: 2, end: 4, isPart: true }],
  ['bytes=2-400', 10, { start: 2, end: 9, isPart: true }],
  ['bytes=-3', 10, { start: 7, end: 9, isPart: true }],
  ['bytes=-30', 10, { start: 0, end: 9, isPart: true }],
  ['bytes=10-', 10, null],
  ['bytes=-0', 10, null],
  // More than one, backwards, or not understood: all of it.
  ['bytes=0-1,3-4', 10, { start: 0, end: 9, isPart: false }],
  ['bytes=4-2', 10, { start: 0, end: 9, isPart: false }],
  ['bytes=-', 10, { start: 0, end: 9, isPart: false }],
  ['lines=1-2', 10, { start: 0, end: 9, isPart: false }],
])('%s of %i bytes', (header, size, range) => {
  expect(rangeOf(header, size)).toEqual(range)
})
