import { expect, test } from 'vitest'
import { entryOf } from './fields.ts'

test('a table has what it was given, and nothing that all objects have', () => {
  expect(entryOf({ stop: 1 }, 'stop')).toBe(1)
  for (const word of ['constructor', 'toString', '__proto__', 'other', null]) {
    expect(entryOf({ stop: 1 }, word)).toBeUndefined()
  }
})
