import { Username } from '@posthouse/contract/user'
import { expect, test } from 'vitest'
import { usernamesFor } from './username-for.ts'

test.each([
  ['octocat', 'octocat'],
  ['a-name-that-is-too-long', 'a-name-that-'],
  ['Ada Lovelace', 'AdaLovelace'],
  ['ada@example.com', 'ada'],
  ['ab', 'github'],
  ['', 'github'],
  ['a\u202E\u0000b', 'github'],
  ['驿站掌柜', '驿站掌柜'],
  ['🐎🐎🐎🐎🐎🐎🐎', '🐎🐎🐎🐎🐎🐎'],
])('%j becomes %s, and every name that follows is one', (name, first) => {
  const all = [...usernamesFor(name, 'github')]
  expect(all[0]).toBe(first)
  expect(all[1]).toMatch(/2$/)
  for (const username of all) expect(Username.safeParse(username).success).toBe(true)
})
