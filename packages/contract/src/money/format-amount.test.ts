import { describe, expect, it } from 'vitest'
import {
  formatCharge,
  formatMicro,
  formatPrice,
  formatQuota,
  formatShort,
  formatSum,
} from './format-amount.ts'

const money = { quotaPerUnit: 500_000, displayInCurrency: true }
const units = { quotaPerUnit: 500_000, displayInCurrency: false }

describe('formatQuota', () => {
  it('divides by the units of a dollar and keeps two decimals', () => {
    expect(formatQuota(500_000, money)).toBe('$1.00')
    expect(formatQuota(1_234_567, money)).toBe('$2.47')
    expect(formatQuota(0, money)).toBe('$0.00')
    expect(formatQuota(-250_000, money)).toBe('-$0.50')
    expect(formatQuota(-1, money)).toBe('$0.00')
  })

  it('shows units plain or short when currency is off', () => {
    expect(formatQuota(9_999, units)).toBe('9999')
    expect(formatQuota(10_000, units)).toBe('10.0k')
    expect(formatQuota(1_000_000, units)).toBe('1.0M')
    expect(formatQuota(2_500_000_000, units)).toBe('2.5B')
  })

  it.each([
    [999_949, '999.9k'],
    [999_950, '1.0M'],
    [999_999, '1.0M'],
    [-999_999, '-1.0M'],
    [999_949_999, '999.9M'],
    [999_999_999, '1.0B'],
    [1_500_000_000_000, '1500.0B'],
  ])('shows %d units as %s', (value, text) => {
    expect(formatQuota(value, units)).toBe(text)
  })
})

describe('formatCharge', () => {
  it('is exact to six decimals', () => {
    expect(formatCharge(1, money)).toBe('$0.000002')
    expect(formatCharge(4_211, money)).toBe('$0.008422')
    expect(formatCharge(500_000, money)).toBe('$1.00')
    expect(formatCharge(-3, money)).toBe('-$0.000006')
  })

  it('never shows a charge as zero', () => {
    expect(formatCharge(1, { ...money, quotaPerUnit: 100_000_000 })).toBe('<$0.000001')
    expect(formatCharge(0, money)).toBe('$0.00')
  })

  it('shows all units when currency is off', () => {
    expect(formatCharge(12_345, units)).toBe('12,345')
  })
})

describe('formatShort', () => {
  it('keeps small counts whole', () => {
    expect(formatShort(0)).toBe('0')
    expect(formatShort(-12_000)).toBe('-12.0k')
  })
})

describe('formatMicro', () => {
  it('shows parts finer than a charge', () => {
    expect(formatMicro('1505000000', money)).toBe('$0.00301')
    expect(formatMicro('500', money)).toBe('$0.000000001')
    expect(formatMicro('1', money)).toBe('<$0.000000001')
    expect(formatMicro('2500000', units)).toBe('2.50')
  })
})

it('writes prices with cents, and more when there are more', () => {
  expect(formatPrice('2')).toBe('$2.00')
  expect(formatPrice('0.4')).toBe('$0.40')
  expect(formatPrice('0.075')).toBe('$0.075')
})

it('sums like a balance unless that would hide spent money', () => {
  expect(formatSum(17, money)).toBe('$0.000034')
  expect(formatSum(1_234_567, money)).toBe('$2.47')
  expect(formatSum(0, money)).toBe('$0.00')
})
