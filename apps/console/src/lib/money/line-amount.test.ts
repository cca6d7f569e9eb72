import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollarsOfMicros, microsOfDollars, multiplierOfTyped } from './line-amount.ts'

test.each([
  ['15', 'million', '7500000'],
  ['0.04', 'call', '20000000000'],
  ['$0.006', 'minute', '50000000'],
  ['0.0043', 'minute', '35833334'],
  ['0', 'call', '0'],
  ['1999999', 'call', '999999500000000000'],
] as const)('$%s by the %s', (dollars, per, micros) => {
  expect(microsOfDollars(dollars, per)).toBe(micros)
  expect(dollarsOfMicros(micros, per)).toBe(dollars.replace('$', ''))
})

test.each(['', '-1', 'free', '1e3', '0.1234567', '99999999'])(
  '%s is no amount of a call',
  (text) => {
    expect(microsOfDollars(text, 'call')).toBeUndefined()
  },
)

test.each([
  ['15', 'million', '7.5'],
  ['$2000', 'call', '1000000'],
  ['99999999', 'call', '$99999999'],
  ['123456789', 'million', '$123456789'],
  ['free', 'call', 'free'],
] as const)('%s by the %s is the multiplier %s', (dollars, per, multiplier) => {
  expect(multiplierOfTyped(dollars, per)).toBe(multiplier)
})

test('what was typed is what is shown again', () => {
  const millionths = fc.integer({ min: 0, max: 100_000_000 })
  fc.assert(
    fc.property(millionths, fc.constantFrom('call' as const, 'minute' as const), (amount, per) => {
      const dollars = String(Number((amount / 1_000_000).toFixed(6)))
      fc.pre(/^\d+(\.\d{1,6})?$/.test(dollars))
      expect(dollarsOfMicros(microsOfDollars(dollars, per) ?? '', per)).toBe(dollars)
    }),
  )
})
