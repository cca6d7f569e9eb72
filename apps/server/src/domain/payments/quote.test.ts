import { describe, expect, test } from 'vitest'
import { type Fees, quoteOf, quoteOut } from './quote.ts'

const settings = {
  PaymentUSDRate: '7.3',
  RechargeDiscount: '{"100":0.9,"1000":0.85}',
  QuotaPerUnit: 500_000,
}
const noFee: Fees = { fixedFee: 0n, percentFee: 0n }

const lines = (amount: number, currency: 'CNY' | 'USD', fees: Partial<Fees> = {}) =>
  quoteOut(quoteOf(amount, { ...noFee, ...fees, currency }, settings))

describe('what a top-up costs', () => {
  test('the example of the formula: a discount, five per cent, and yuan', () => {
    expect(lines(100, 'CNY', { percentFee: 500n })).toEqual({
      amount: '100.00',
      discounted: '90.00',
      discount: '0.9',
      fee: '4.50',
      fee_kind: 'percent',
      percent_fee: 0.05,
      rate: '7.3',
      currency: 'CNY',
      to_pay: '689.85',
      saved: '76.65',
      quota: 50_000_000,
    })
  })

  test('a fixed fee is in dollars, and is not discounted', () => {
    expect(lines(100, 'CNY', { fixedFee: 3_000n })).toMatchObject({
      fee: '0.30',
      fee_kind: 'fixed',
      to_pay: '659.19',
    })
  })

  test('a percent fee takes the place of a fixed one', () => {
    expect(lines(10, 'USD', { fixedFee: 50_000n, percentFee: 1n })).toMatchObject({
      fee: '0.001',
      fee_kind: 'percent',
      to_pay: '10.00',
    })
  })

  test('dollars have no rate, and an amount without a discount costs itself', () => {
    expect(lines(10, 'USD')).toMatchObject({ rate: '', to_pay: '10.00', saved: '0.00' })
    expect(lines(99, 'USD')).toMatchObject({ discount: '1', to_pay: '99.00' })
  })

  test('is rounded once, half up', () => {
    // 1 × 1.005 × 7.3 = 7.3365; the fee rounded first (0.01) would give 7.37.
    expect(lines(1, 'CNY', { percentFee: 50n }).to_pay).toBe('7.34')
    // 10 × 1.0005 = 10.005
    expect(lines(10, 'USD', { percentFee: 5n }).to_pay).toBe('10.01')
  })

  test('the largest top-up stays exact', () => {
    expect(lines(1_000_000, 'CNY')).toMatchObject({
      to_pay: '7300000.00',
      quota: 500_000_000_000,
    })
  })

  test('refuses what comes to nothing, or to more than a gateway takes', () => {
    const tiny = { ...settings, PaymentUSDRate: '0.000001' }
    expect(() => quoteOf(1, { ...noFee, currency: 'CNY' }, tiny)).toThrow(
      'less than the smallest coin',
    )
    const dear = { ...settings, PaymentUSDRate: '999999' }
    expect(() => quoteOf(1_000_000, { ...noFee, currency: 'CNY' }, dear)).toThrow(
      'more than a gateway takes',
    )
  })
})
