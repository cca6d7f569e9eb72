import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dollarsPerMillion, microsFromMultiplier, multiplierFromMicros } from './multiplier.ts'

describe('multipliers', () => {
  test.each([
    ['0.2857', 285_700n],
    ['1', 1_000_000n],
    ['30', 30_000_000n],
    ['0.000001', 1n],
    ['0', 0n],
  ])('%s is %s micro-quota a token', (text, micros) => {
    expect(microsFromMultiplier(text)).toBe(micros)
    expect(multiplierFromMicros(micros)).toBe(text)
  })

  test.each(['', '-1', '1.0000001', '1e3', 'NaN', '1,5', '.5'])('%j is refused', (text) => {
    expect(() => microsFromMultiplier(text)).toThrow(RangeError)
  })

  test('reading what was written gives the same, for any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (micros) => {
        expect(microsFromMultiplier(multiplierFromMicros(micros))).toBe(micros)
      }),
    )
  })

  test('a multiplier of 1 is two dollars for a million tokens', () => {
    expect(dollarsPerMillion(microsFromMultiplier('1'), 500_000)).toBe('2')
    expect(dollarsPerMillion(microsFromMultiplier('0.075'), 500_000)).toBe('0.15')
  })
})
