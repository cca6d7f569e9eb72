import { expect, test } from 'vitest'
import { remark, remarkText } from './remarks.ts'

test('a remark of our own is told in the reader’s language', () => {
  expect(remarkText(remark('first-balance'), 'zh')).toBe('初始余额')
  expect(remarkText(remark('first-balance'), 'en')).toBe('First balance')
})

test('what a person wrote stays as it is, an @ included', () => {
  expect(remarkText('@nobody owes me', 'zh')).toBe('@nobody owes me')
  expect(remarkText('sorry', 'en')).toBe('sorry')
  expect(remarkText('@constructor', 'en')).toBe('@constructor')
})
