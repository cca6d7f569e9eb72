import { describe, expect, it } from 'vitest'
import { faultOfFrame, isTooDeep, Nesting } from './nesting.ts'

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

describe('a frame, which is read in one turn', () => {
  const frameOf = (value: string, count: number): string =>
    `data: {"type":"x","a":[${`${value},`.repeat(count)}1]}\n\n`

  it.each([
    ['{}', 200_000],
    ['[]', 200_000],
    ['1', 1_000_000],
  ])('is refused when it is full of %s', (value, count) => {
    expect(faultOfFrame(frameOf(value, count))).toBe('dense')
    expect(faultOfFrame(frameOf(value, count / 2))).toBeNull()
    expect(faultOfFrame(frameOf(JSON.stringify(value.repeat(3 * count)), 1))).toBeNull()
  })

  it('is refused when it is nested too deep', () => {
    expect(faultOfFrame(frameOf('['.repeat(200), 1))).toBe('deep')
  })
})
