import { expect, test } from 'vitest'
import { type ColourMemory, placesOf } from './colours.ts'

test('a name keeps its colour when its rank changes and others come and go', () => {
  const memory: ColourMemory = new Map()
  const [a, b, c] = placesOf(['a', 'b', 'c'], memory, 7)
  expect(placesOf(['c', 'a'], memory, 7)).toEqual([c, a])
  expect(placesOf(['x', 'y', 'b', 'a', 'c'], memory, 7).slice(2)).toEqual([b, a, c])
})

test('names shown together never share a colour while there are enough', () => {
  const memory: ColourMemory = new Map()
  for (let round = 0; round < 20; round++) {
    const names = Array.from({ length: 7 }, (_, place) => `model-${round * 3 + place}`)
    expect(new Set(placesOf(names, memory, 7)).size).toBe(7)
  }
})

test('a fresh page begins with the same colours', () => {
  expect(placesOf(['gpt', 'claude'], new Map(), 7)).toEqual(
    placesOf(['gpt', 'claude'], new Map(), 7),
  )
})
