import { describe, expect, it } from 'vitest'
import { isTooDeep, Nesting } from './nesting.ts'

const nested = (depth: number, inside = '1'): string =>
  `${'{"a":['.repeat(depth / 2)}${inside}${']}'.repeat(depth / 2)}`

const inPieces = (json: string, length: number): boolean => {
  const nesting = new Nesting()
  let isOver = false
  for (let at = 0; at < json.length; at += length) {
    isOver ||= nesting.isTooDeepWith(json.slice(at, at + length))
  }
  return isOver
}

describe('how deep JSON is nested', () => {
  it.each<[string, string, boolean]>([
    ['as deep as it may be', nested(128), false],
    ['deeper', nested(130), true],
    ['far deeper', nested(100_000), true],
    ['brackets in a text', nested(126, JSON.stringify('[{'.repeat(500))), false],
    ['brackets behind a quote in a text', nested(126, JSON.stringify('\\"[['.repeat(500))), false],
    [
      'brackets behind a text that ends in a backslash',
      nested(128, `"\\\\",${'['.repeat(9)}`),
      true,
    ],
    ['many beside one another', `[${'{},'.repeat(5_000)}1]`, false],
  ])('is seen by its brackets, in one piece or in many: %s', (_, json, isOver) => {
    expect(isTooDeep(json)).toBe(isOver)
    for (const length of [1, 2, 3, 7, 1_000]) expect(inPieces(json, length)).toBe(isOver)
  })
})
