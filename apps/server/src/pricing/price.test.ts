import { buckets, noUsage, type Usage } from '@posthouse/llm/usage'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { microsFromMultiplier } from './multiplier.ts'
import { microQuota, priceBook, type PriceEntry } from './price-book.ts'
import { price } from './price.ts'

const tokens = (input: string, output: string): PriceEntry => ({
  model: 'm',
  type: 'tokens',
  channelType: 1,
  lines: [line('input', input), line('output', output)],
})
const line = (bucket: PriceEntry['lines'][number]['bucket'], multiplier: string) => ({
  bucket,
  unit: bucket === 'call' ? ('call' as const) : ('token' as const),
  amount: microsFromMultiplier(multiplier),
  fromInputTokens: 0,
})
const one = 1_000_000n
const used = (part: Partial<Usage>): Usage => ({ ...noUsage, ...part })

describe('what usage costs', () => {
  test('the family’s example: gpt-4o 1000 in, 500 out', () => {
    const entry = tokens('2.5', '7.5')
    const usage = used({ input: 1000, output: 500 })
    expect(price(usage, { entry, ratioMillionths: one, calls: 1 }).quota).toBe(6250n)
    expect(price(usage, { entry, ratioMillionths: 800_000n, calls: 1 }).quota).toBe(5000n)
  })

  test('a sum is rounded once, up', () => {
    const charge = price(used({ input: 1, output: 1 }), {
      entry: tokens('0.6', '0.6'),
      ratioMillionths: one,
      calls: 1,
    })
    expect(charge).toMatchObject({ quota: 2n, rounding: 'up' })
  })

  test('anything used of a priced model costs at least 1, nothing used costs nothing', () => {
    const facts = { entry: tokens('0.000001', '0'), ratioMillionths: one, calls: 1 }
    expect(price(used({ input: 1 }), facts)).toMatchObject({ quota: 1n, rounding: 'minimum' })
    expect(price(noUsage, facts)).toMatchObject({ quota: 0n, rounding: 'none' })
  })

  test('a call costs 1 000 × multiplier', () => {
    const entry: PriceEntry = {
      ...tokens('0', '0'),
      type: 'times',
      lines: [{ ...line('call', '50'), amount: microQuota(microsFromMultiplier('50') * 1000n) }],
    }
    expect(price(noUsage, { entry, ratioMillionths: one, calls: 1 }).quota).toBe(50_000n)
    expect(price(noUsage, { entry, ratioMillionths: one, calls: 0 }).quota).toBe(0n)
  })

  test('cached tokens cost what their line says, else as input', () => {
    const usage = used({ input: 100, cache_read: 8000 })
    const entry = tokens('1.5', '7.5')
    expect(price(usage, { entry, ratioMillionths: one, calls: 1 }).quota).toBe(12_150n)
    const discounted = { ...entry, lines: [...entry.lines, line('cache_read', '0.15')] }
    expect(price(usage, { entry: discounted, ratioMillionths: one, calls: 1 }).quota).toBe(1350n)
  })

  test('the receipt names what was used, at its parent’s price too', () => {
    const usage = used({ output: 40, reasoning: 12 })
    const { lines } = price(usage, { entry: tokens('1', '4'), ratioMillionths: one, calls: 1 })
    expect(lines.map(({ bucket, quantity }) => [bucket, quantity])).toEqual([
      ['output', 40],
      ['reasoning', 12],
    ])
  })

  test('a context band prices the whole request', () => {
    const entry = tokens('1', '1')
    const banded = {
      ...entry,
      lines: [...entry.lines, { ...line('input', '2'), fromInputTokens: 272_000 }],
    }
    const facts = { entry: banded, ratioMillionths: one, calls: 1 }
    expect(price(used({ input: 271_999 }), facts).quota).toBe(271_999n)
    expect(price(used({ input: 272_000 }), facts).quota).toBe(544_000n)
  })
})

describe('law 6', () => {
  const anyUsage = fc.record(
    Object.fromEntries(buckets.map((bucket) => [bucket, fc.integer({ min: 0, max: 1e9 })])),
  ) as fc.Arbitrary<Usage>
  const anyEntry = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 0n, max: 10n ** 9n }))
    .map(([input, output]): PriceEntry => ({
      ...tokens('0', '0'),
      lines: [
        { ...line('input', '0'), amount: microQuota(input) },
        { ...line('output', '0'), amount: microQuota(output) },
      ],
    }))
  const anyRatio = fc.bigInt({ min: 0n, max: 10n ** 8n })

  test('more of any bucket never costs less', () => {
    fc.assert(
      fc.property(
        anyUsage,
        anyEntry,
        anyRatio,
        fc.constantFrom(...buckets),
        fc.nat(),
        (usage, entry, ratio, bucket, more) => {
          const facts = { entry, ratioMillionths: ratio, calls: 1 }
          const grown = { ...usage, [bucket]: usage[bucket] + more }
          expect(price(grown, facts).quota).toBeGreaterThanOrEqual(price(usage, facts).quota)
        },
      ),
    )
  })

  test('no input, however absurd, gives a negative charge', () => {
    const absurd = fc.oneof(
      fc.double(),
      fc.constant(Number.NaN),
      fc.constant(-1),
      fc.constant(Infinity),
    )
    fc.assert(
      fc.property(absurd, anyEntry, anyRatio, (tokens, entry, ratio) => {
        const usage = used({ input: tokens, output: tokens })
        const charge = price(usage, { entry, ratioMillionths: ratio, calls: 1 })
        expect(charge.quota).toBeGreaterThanOrEqual(0n)
      }),
    )
  })
})

describe('the price book', () => {
  const named = (model: string): PriceEntry => ({ ...tokens('1', '1'), model })

  test('exact name first, then the longest wildcard, whatever the order of the entries', () => {
    const entries = ['gpt-*', 'gpt-5*', 'gpt-5', 'g*'].map(named)
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: 4 }), (shuffled) => {
        const book = priceBook(1n, shuffled)
        expect(book.match('gpt-5')?.model).toBe('gpt-5')
        expect(book.match('gpt-5-mini')?.model).toBe('gpt-5*')
        expect(book.match('gpt-4')?.model).toBe('gpt-*')
        expect(book.match('claude')).toBeNull()
      }),
    )
  })
})
