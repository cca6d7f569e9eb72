import { expect, test } from 'vitest'
import { unitPrice } from './unit-price.ts'

test.each([
  ['token', '2.5', { per: 'million', price: '$2.50' }],
  ['character', '15', { per: 'million', price: '$15.00' }],
  ['call', '40000', { per: 'call', price: '$0.04' }],
  ['call', '1250000.5', { per: 'call', price: '$1.2500005' }],
  ['second', '100', { per: 'minute', price: '$0.006' }],
  // $0.0043 for a minute, kept as micro-quota a second, rounded up.
  ['second', '71.666668', { per: 'minute', price: '$0.0043' }],
] as const)('a %s at $%s for a million', (unit, dollars_per_million, shown) => {
  expect(unitPrice({ unit, dollars_per_million })).toEqual(shown)
})
