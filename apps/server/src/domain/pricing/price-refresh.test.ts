import { expect, it } from 'vitest'
import { defaultPrices } from './default-prices.ts'
import { priceChanges } from './price-refresh.ts'
import type { PriceRow } from './price-row.ts'

const published = defaultPrices(2)
const stored: PriceRow[] = defaultPrices(1).map((row, index) => ({
  ...row,
  id: BigInt(index),
  lines: row.lines ?? '[]',
  source: row.source ?? '',
}))
const model = 'gpt-6.1-sol'
const withRow = (change: Partial<PriceRow>) =>
  stored.map((row) => (row.model === model ? { ...row, ...change } : row))

it('nothing of what is the same', () => {
  expect(priceChanges(stored, published)).toEqual({ added: [], changed: [], kept: [], gone: [] })
})

it.each<[string, Partial<PriceRow>]>([
  ['another figure', { output_micros: 1n }],
  ['other lines', { lines: '[]' }],
  ['another date', { source: 'https://example.org (2026-01-01)' }],
])('what was ours and has %s', (_what, change) => {
  const { changed, kept } = priceChanges(withRow(change), published)
  expect(changed.map((row) => row.model)).toEqual([model])
  expect(kept).toEqual([])
})

it('nothing of what somebody typed, and says so where it differs', () => {
  const typed = priceChanges(withRow({ source: '', output_micros: 1n }), published)
  expect(typed).toEqual({ added: [], changed: [], kept: [model], gone: [] })
  expect(priceChanges(withRow({ source: '' }), published).kept).toEqual([])
})

it('models that were not known, and none that only the operator knows', () => {
  const mine = { ...stored[0], model: 'mine', source: '' } as PriceRow
  const without = stored.filter((row) => row.model !== model)
  const { added, changed, gone } = priceChanges([...without, mine], published)
  expect(added.map((row) => row.model)).toEqual([model])
  expect([changed, gone]).toEqual([[], []])
})

it('models that were published once, by name alone', () => {
  const once = { ...stored[0], model: 'once' } as PriceRow
  const { gone, changed } = priceChanges([...stored, once], published)
  expect([gone, changed]).toEqual([['once'], []])
})
