import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyOf, decimalOf, minorOf, minorOfNumber } from './amount.ts'

test('an amount survives its decimal text', () => {
  const amount = fc.bigInt({ min: 0n, max: 99_999_999_999_999n })
  fc.assert(fc.property(amount, (minor) => minorOf(decimalOf(minor)) === minor))
})

test('a text is read exactly, or not at all', () => {
  expect(decimalOf(5n)).toBe('0.05')
  expect(minorOf('0.3')).toBe(30n)
  expect(minorOf('12')).toBe(1_200n)
  const others = [
    '',
    '1.005',
    '1.0000000000000001',
    '-1',
    '+1',
    '1e3',
    ' 1',
    '1,000',
    '0x10',
    '1.',
    '.5',
    '9'.repeat(13),
    '٣',
  ]
  for (const text of others) expect(minorOf(text), text).toBeNull()
  fc.assert(
    fc.property(fc.string(), (text) => {
      const minor = minorOf(text)
      expect(minor === null || /^\d+(?:\.\d{1,2}0*)?$/.test(text)).toBe(true)
    }),
  )
})

test('a number of JSON is an amount only when it is whole, safe and not negative', () => {
  expect(minorOfNumber(1_999)).toBe(1_999n)
  for (const value of [-1, 0.5, 2 ** 53, Number.NaN, '5', null]) {
    expect(minorOfNumber(value)).toBeNull()
  }
})

test('only currencies that the product takes are known', () => {
  expect(currencyOf('CNY')).toBe('CNY')
  for (const code of ['cny', 'EUR', '', null]) expect(currencyOf(code)).toBeNull()
})
