import fc from 'fast-check'
import { expect, it } from 'vitest'
import { microsOf } from './decimal-amount.ts'

it('reads what was written, to the millionth', () => {
  const micros = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })
  const written = (value: bigint): string => {
    const digits = String(value < 0n ? -value : value).padStart(7, '0')
    return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
  }
  fc.assert(fc.property(micros, (value) => microsOf(written(value)) === value))
})

it.each([
  ['110.00', 110_000_000n],
  ['49.58894', 49_588_940n],
  ['0.1234567', 123_456n],
  ['-0.5', -500_000n],
  ['.5', 500_000n],
  ['5.', 5_000_000n],
  ['1e-7', 0n],
  ['1.5e3', 1_500_000_000n],
  ['123e-2', 1_230_000n],
  ['0', 0n],
  ['000000000000000000000001', 1_000_000n],
])('reads %s', (text, micros) => {
  expect(microsOf(text)).toBe(micros)
})

it.each(['', '.', '-', 'abc', '1,5', '0x10', 'NaN', 'Infinity', '1e999', '1e13', '9'.repeat(31)])(
  'refuses %s',
  (text) => {
    expect(microsOf(text)).toBeNull()
  },
)

it('takes other units', () => {
  expect(microsOf('1234', 2)).toBe(12_340_000n)
  expect(microsOf('10000', 4)).toBe(1_000_000n)
})
