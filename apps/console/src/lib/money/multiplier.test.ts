import { expect, it } from 'vitest'
import { multiplierOfDollars } from './multiplier.ts'

it('halves dollars of a million, exactly', () => {
  expect(multiplierOfDollars('2')).toBe('1')
  expect(multiplierOfDollars('1.25')).toBe('0.625')
  expect(multiplierOfDollars('$0.00001')).toBe('0.000005')
  expect(multiplierOfDollars('0')).toBe('0')
})

it('refuses what the book could not keep', () => {
  for (const text of ['', 'x', '-1', '1.234567', '1e2']) {
    expect(multiplierOfDollars(text)).toBeUndefined()
  }
})
