import type { Price, PriceLine } from '@posthouse/contract/price'
import { expect, test } from 'vitest'
import { cellMeter, cellMicros, cellText } from './cell-amount.ts'

const line = (bucket: PriceLine['bucket'], amount_micro: string): PriceLine => ({
  bucket,
  unit: 'token',
  amount_micro,
  dollars_per_million: '',
})
const priceOf = (type: Price['type'], lines: PriceLine[], input = '0', output = '0'): Price => ({
  id: 1,
  model: 'm',
  type,
  channel_type: 0,
  input,
  output,
  lines,
  source: '',
  origin: 'own',
  locked: false,
  updated_time: 0,
})

const byCall = priceOf('times', [line('call', '12500000000')], '12.5')
const byMinute = priceOf('tokens', [line('input', '0'), line('second', '50000000')])
const byCharacter = priceOf('tokens', [line('input', '0'), line('character', '7500000')])
const byToken = priceOf(
  'tokens',
  [line('input', '1000000'), line('output', '4000000'), line('cache_read', '250000')],
  '1',
  '4',
)

test.each([
  ['a call', byCall, 'call', '0.025', '12.5'],
  ['a minute', byMinute, 'second', '0.006', '0.006'],
  ['characters', byCharacter, 'character', '15', '7.5'],
  ['tokens', byToken, 'input', '2', '1'],
] as const)('the first cell of a price for %s', (_, price, meter, dollars, multiplier) => {
  expect(cellMeter(price, 'input')).toBe(meter)
  expect(cellText(price, 'input', 'dollars')).toBe(dollars)
  expect(cellText(price, 'input', 'multiplier')).toBe(multiplier)
})

test('the other cells are for tokens', () => {
  expect(cellText(byToken, 'cached', 'dollars')).toBe('0.5')
  expect(cellText(byToken, 'output', 'multiplier')).toBe('4')
  for (const price of [byCall, byMinute, byCharacter]) {
    expect(cellMeter(price, 'output')).toBeNull()
    expect(cellMeter(price, 'cached')).toBeNull()
  }
})

test.each([
  ['0.03', 'call', 'dollars', '15000000000'],
  ['15', 'call', 'multiplier', '15000000000'],
  ['0.006', 'minute', 'dollars', '50000000'],
  ['0.006', 'minute', 'multiplier', '50000000'],
  ['15', 'characters', 'dollars', '7500000'],
  ['2', 'million', 'dollars', '1000000'],
  ['1', 'million', 'multiplier', '1000000'],
  ['ten', 'call', 'dollars', undefined],
  ['', 'million', 'multiplier', undefined],
] as const)('%s per %s in %s', (text, per, unit, micros) => {
  expect(cellMicros(text, per, unit)).toBe(micros)
})
