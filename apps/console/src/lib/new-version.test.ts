import { expect, it } from 'vitest'
import { isOtherVersion } from './new-version.ts'

it('sees another version, and none where a side does not know its own', () => {
  expect(isOtherVersion('0.2.0', '0.1.0')).toBe(true)
  expect(isOtherVersion('0.1.0', '0.1.0')).toBe(false)
  expect(isOtherVersion('', '0.1.0')).toBe(false)
  expect(isOtherVersion('v0.0.0', '0.1.0')).toBe(false)
  expect(isOtherVersion('0.2.0', '')).toBe(false)
})
