import { expect, test } from 'vitest'
import { rowBatches } from './row-batches.ts'

const mebibyte = 1024 * 1024
const sizesOf = (...mebibytes: number[]): readonly (readonly number[])[] =>
  rowBatches(mebibytes.map((each) => ({ bytes: each * mebibyte }))).map((piece) =>
    piece.map(({ bytes }) => bytes / mebibyte),
  )

test('rows are read together up to four mebibytes, in their order', () => {
  expect(sizesOf(1, 2, 1, 3, 0.5, 1)).toEqual([[1, 2, 1], [3, 0.5], [1]])
  expect(sizesOf(0, 9, 0, 1)).toEqual([[0], [9], [0, 1]])
  expect(sizesOf()).toEqual([])
})
