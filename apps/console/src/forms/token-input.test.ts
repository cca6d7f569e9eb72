import { check, faultTexts, fieldFaults } from '@posthouse/contract/field-messages'
import { TokenInput } from '@posthouse/contract/token'
import { expect, test } from 'vitest'
import { tokenInputWithin } from './token-input.ts'

test('a form knows how many entries the operator allows, and refuses more as the server does', () => {
  const limits = { models: ['a', 'b', 'c'], addresses: ['::1', '::2', '::3'] }
  const { error } = check(tokenInputWithin(2), { name: '', limits })
  expect(error === undefined ? {} : faultTexts(fieldFaults(error), 'zh')).toEqual({
    name: '名称 不能为空',
    'limits.models': '不能超过 2 项',
    'limits.addresses': '不能超过 2 项',
  })
  expect(tokenInputWithin(3).parse({ name: 'a' })).toEqual(TokenInput.parse({ name: 'a' }))
})
