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

it('the dated lines of rows from before prices had dates, and of typed and locked ones nothing', () => {
  const old = (row: PriceRow): PriceRow => ({
    ...row,
    lines: JSON.stringify(JSON.parse(row.lines).filter((line: object) => !('from' in line))),
    source: 'https://ai.google.dev/gemini-api/docs/pricing (2026-11-21, until 2026-12-31)',
  })
  const dated = ['gemini-3.6-flash', 'gemini-3.7-flash', 'gemini-3.8-flash', 'gpt-6.2-sol']
  const before = stored.map((row) => (dated.includes(row.model) ? old(row) : row))
  const offered = priceChanges(before, published).changed
  expect(offered.map(({ model }) => model).toSorted()).toEqual(dated)
  expect(offered.every(({ lines }) => lines?.includes('"from":1') === true)).toBe(true)
  const own = before.map((row, at) =>
    dated.includes(row.model)
      ? { ...row, ...(at % 2 === 0 ? { source: '' } : { locked: 1n }) }
      : row,
  )
  const { changed, kept } = priceChanges(own, published)
  expect([changed, kept.toSorted()]).toEqual([[], dated])
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
