import { expect, test } from 'vitest'
import { hashOfKey, keyParts, newKey, previewOf } from './key.ts'

test('a key has the family’s form and is never made twice', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(key).toMatch(/^sk-[A-Za-z0-9]{48}$/)
})

test('a preview shows ten characters of the key, its hash none', () => {
  const key = newKey()
  expect(previewOf(keyParts(key))).toBe(`${key.slice(0, 6)}…${key.slice(-4)}`)
  expect(hashOfKey(key)).toMatch(/^[0-9a-f]{64}$/)
})
