import { expect, test } from 'vitest'
import { microQuota, priceBook, type PriceEntry } from '../domain/pricing/price-book.ts'
import { warnEndedPrices } from './warn-ended-prices.ts'

const end = Date.UTC(2027, 0, 1)

const entry = (model: string, dates: { from?: number; until?: number }[]): PriceEntry => ({
  model,
  type: 'tokens',
  channelType: 1,
  lines: dates.map((line) => ({
    bucket: 'cache_read',
    unit: 'token',
    amount: microQuota(1n),
    fromInputTokens: 0,
    ...line,
  })),
})
const until = end / 1_000
const prices = priceBook(1n, [
  entry('ended', [{ until }]),
  entry('followed', [{ until }, { from: until }]),
  entry('plain', [{}]),
])

const warned = (now: number): unknown[] => {
  const told: unknown[] = []
  const log = { warn: (fields: object) => void told.push(fields) }
  const clock = { now: () => now }
  warnEndedPrices({ snapshot: { get: () => ({ prices }) }, clock, log })
  return told
}

test('a price that ended without a successor is told on its day, and on no other', () => {
  expect(warned(end - 86_400_000 + 15_000)).toEqual([])
  expect(warned(end + 15_000)).toEqual([{ models: ['ended'] }])
  expect(warned(end + 86_400_000 + 15_000)).toEqual([])
})
