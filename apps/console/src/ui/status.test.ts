import { expect, it } from 'vitest'
import { channelStatusName, logTypeName, tokenStatusName } from './status.ts'

it('names every number of the contract', () => {
  expect([1, 2, 3, 4].map(tokenStatusName)).toEqual(['enabled', 'disabled', 'expired', 'exhausted'])
  expect([1, 2, 3, 4, 5, 6].map(logTypeName)).toEqual([
    'topUp',
    'consumption',
    'management',
    'system',
    'error',
    'refund',
  ])
})

it('shows a cooling channel as such only when it is on', () => {
  expect(channelStatusName(1, true)).toBe('cooling')
  expect(channelStatusName(2, true)).toBe('disabled')
  expect(channelStatusName(3, false)).toBe('testDisabled')
})

it('asks for attention to a number it does not know', () => {
  expect(tokenStatusName(9)).toBe('attention')
})
