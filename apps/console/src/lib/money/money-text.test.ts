import { describe, expect, it } from 'vitest'
import { dollarsOfUnits, signedDollars, unitsOfDollars } from './money-text.ts'

describe('money as text', () => {
  it('turns dollars into whole units without floats', () => {
    expect(unitsOfDollars('1', 500_000)).toBe(500_000)
    expect(unitsOfDollars('$0.000002', 500_000)).toBe(1)
    expect(unitsOfDollars('0.29', 500_000)).toBe(145_000)
    expect(unitsOfDollars(' 12.5 ', 500_000)).toBe(6_250_000)
    expect(unitsOfDollars('.5', 500_000)).toBe(250_000)
    expect(unitsOfDollars('-$5.', 500_000)).toBe(-2_500_000)
  })

  it('refuses what is no amount', () => {
    for (const text of ['', '.', '$', '$.', '.-1', '..5', 'abc', '--1', '-', '1-', '1e3', '1,5']) {
      expect(unitsOfDollars(text, 500_000)).toBeUndefined()
    }
  })

  it('reads an amount below zero, so that the rule can refuse it in its words', () => {
    expect(unitsOfDollars('-1', 500_000)).toBe(-500_000)
    expect(unitsOfDollars('-$0.29', 500_000)).toBe(-145_000)
  })

  it('reads an amount beyond what can be counted, for the same reason', () => {
    expect(unitsOfDollars('999999999999999', 500_000)).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    expect(unitsOfDollars('9'.repeat(300), 500_000)).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
  })

  it('reads an amount below one unit as a part of it, and not as nothing', () => {
    for (const text of ['0.0000001', '0.0000019', '0.0000000000001', '$0.00000000000000000001']) {
      expect(unitsOfDollars(text, 500_000)).toBe(0.5)
    }
    expect(unitsOfDollars('-0.0000001', 500_000)).toBe(-1)
    expect(unitsOfDollars('0.000002000000000000', 500_000)).toBe(1)
    expect(unitsOfDollars('0.0000000000', 500_000)).toBe(0)
    expect(dollarsOfUnits(0.5, 500_000)).toBe('0.00')
  })

  it('shows less than nothing as that', () => {
    expect(signedDollars(-1, 500_000)).toBe('-$0.000002')
    expect(signedDollars(500_000, 500_000)).toBe('$1.00')
  })

  it('goes there and back', () => {
    for (const units of [0, 1, -1, -500_000, 499_999, 500_000, 123_456_789]) {
      expect(unitsOfDollars(dollarsOfUnits(units, 500_000), 500_000)).toBe(units)
    }
  })
})
