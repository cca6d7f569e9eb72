import { expect, it } from 'vitest'
import { stepsFrom } from './cursor.ts'

const falling = { rising: false, more: true }

it('goes on from the start, and not before it', () => {
  expect(stepsFrom([9, 8, 7], { cursor: {}, ...falling })).toEqual({
    older: { before: 7 },
    newer: null,
  })
  expect(stepsFrom([1, 2, 3], { cursor: {}, rising: true, more: true })).toEqual({
    older: null,
    newer: { after: 3 },
  })
})

it('goes both ways from the middle', () => {
  const both = { older: { before: 4 }, newer: { after: 6 } }
  expect(stepsFrom([6, 5, 4], { cursor: { before: 7 }, ...falling })).toEqual(both)
  expect(stepsFrom([6, 5, 4], { cursor: { after: 3 }, ...falling })).toEqual(both)
  expect(stepsFrom([4, 5, 6], { cursor: { after: 3 }, rising: true, more: true })).toEqual(both)
})

it('ends where the server says so', () => {
  const end = { rising: false, more: false }
  expect(stepsFrom([2, 1], { cursor: { before: 3 }, ...end }).older).toBeNull()
  expect(stepsFrom([9, 8], { cursor: { after: 7 }, ...end }).newer).toBeNull()
})

it('finds the way back from a place without rows', () => {
  const end = { rising: false, more: false }
  expect(stepsFrom([], { cursor: { before: 3 }, ...end }).newer).toEqual({ after: 2 })
  expect(stepsFrom([], { cursor: { after: 9 }, ...end }).older).toEqual({ before: 10 })
})
