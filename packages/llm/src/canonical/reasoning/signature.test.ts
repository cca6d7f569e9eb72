import { expect, test } from 'vitest'
import { dialectNames } from '../dialect.ts'
import { ownSignature, readSignature, writeSignature } from './signature.ts'

test('a signature comes back from any client as it was, and goes to nobody but its maker', () => {
  for (const maker of dialectNames) {
    const signature = readSignature('CiQB+/=:x', maker)
    expect(ownSignature(signature, maker)).toBe('CiQB+/=:x')
    for (const client of dialectNames) {
      expect(readSignature(writeSignature(signature, client), client)).toBe(signature)
      if (client !== maker) expect(ownSignature(signature, client)).toBeNull()
    }
  }
})

test('what only looks like ours is its supplier’s', () => {
  expect(readSignature('posthouse.nobody:x', 'gemini')).toBe('gemini:posthouse.nobody:x')
})
