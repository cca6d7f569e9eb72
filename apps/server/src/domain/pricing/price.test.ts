import {
  type Attributes,
  type Meter,
  type Meters,
  metersOf,
  oneCall,
  unitOf,
} from '@posthouse/llm/canonical/meter'
import { buckets, noUsage, type Usage } from '@posthouse/llm/canonical/usage'
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
  unit: unitOf(bucket),
  amount: microsFromMultiplier(multiplier),
  fromInputTokens: 0,
})
const one = 1_000_000n
const used = (part: Partial<Usage>): Meters => metersOf({ ...noUsage, ...part })

describe('what usage costs', () => {
  test('the family’s example: gpt-4o 1000 in, 500 out', () => {
    const entry = tokens('2.5', '7.5')
    const usage = used({ input: 1000, output: 500 })
    expect(price(usage, { entry, ratioMillionths: one, beganAt: 0 }).quota).toBe(6250n)
    expect(price(usage, { entry, ratioMillionths: 800_000n, beganAt: 0 }).quota).toBe(5000n)
  })

  test('a sum is rounded once, up', () => {
    const charge = price(used({ input: 1, output: 1 }), {
      entry: tokens('0.6', '0.6'),
      ratioMillionths: one,
      beganAt: 0,
    })
    expect(charge).toMatchObject({ quota: 2n, rounding: 'up' })
  })

  test('anything used of a priced model costs at least 1, nothing used costs nothing', () => {
    const facts = { entry: tokens('0.000001', '0'), ratioMillionths: one, beganAt: 0 }
    expect(price(used({ input: 1 }), facts)).toMatchObject({ quota: 1n, rounding: 'minimum' })
    expect(price([], facts)).toMatchObject({ quota: 0n, rounding: 'none' })
  })

  test('a call costs 1 000 × multiplier', () => {
    const entry: PriceEntry = {
      ...tokens('0', '0'),
      type: 'times',
      lines: [{ ...line('call', '50'), amount: microQuota(microsFromMultiplier('50') * 1000n) }],
    }
    expect(price([oneCall], { entry, ratioMillionths: one, beganAt: 0 }).quota).toBe(50_000n)
    expect(
      price([...used({ input: 9 }), oneCall], { entry, ratioMillionths: one, beganAt: 0 }).quota,
    ).toBe(50_000n)
    expect(price(used({ input: 9 }), { entry, ratioMillionths: one, beganAt: 0 }).quota).toBe(0n)
  })

  test('cached tokens cost what their line says, else as input', () => {
    const usage = used({ input: 100, cache_read: 8000 })
    const entry = tokens('1.5', '7.5')
    expect(price(usage, { entry, ratioMillionths: one, beganAt: 0 }).quota).toBe(12_150n)
    const discounted = { ...entry, lines: [...entry.lines, line('cache_read', '0.15')] }
    expect(price(usage, { entry: discounted, ratioMillionths: one, beganAt: 0 }).quota).toBe(1350n)
  })

  test('the receipt names what was used, at its parent’s price too', () => {
    const usage = used({ output: 40, reasoning: 12 })
    const { lines } = price(usage, { entry: tokens('1', '4'), ratioMillionths: one, beganAt: 0 })
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
    const facts = { entry: banded, ratioMillionths: one, beganAt: 0 }
    expect(price(used({ input: 271_999 }), facts).quota).toBe(271_999n)
    expect(price(used({ input: 272_000 }), facts).quota).toBe(544_000n)
  })
})

describe('service tiers', () => {
  const entry: PriceEntry = {
    ...tokens('2', '8'),
    lines: [
      line('input', '2'),
      line('output', '8'),
      line('cache_read', '0.5'),
      { ...line('input', '4'), fromInputTokens: 1_000 },
      { ...line('input', '1'), tier: 'flex' },
      { ...line('output', '4'), tier: 'flex' },
      { ...line('input', '3'), tier: 'priority' },
      { ...line('input', '5'), tier: 'priority', fromInputTokens: 2_000 },
    ],
  }
  const costs = (part: Partial<Usage>, tier?: string): bigint => {
    const facts = { entry, ratioMillionths: one, beganAt: 0 }
    return price(used(part), tier === undefined ? facts : { ...facts, tier }).quota
  }

  test('a line of the tier that answered comes before lines of any tier', () => {
    expect(costs({ input: 100, output: 10 })).toBe(280n)
    expect(costs({ input: 100, output: 10 }, 'flex')).toBe(140n)
    expect(costs({ input: 100, output: 10 }, 'default')).toBe(280n)
  })

  test('what the tier has no line for costs as without a tier', () => {
    expect(costs({ input: 100, output: 10 }, 'priority')).toBe(380n)
    expect(costs({ cache_read: 100 }, 'flex')).toBe(50n)
  })

  test('a part that has its parent’s price has it at the tier too', () => {
    expect(costs({ reasoning: 10 }, 'flex')).toBe(40n)
  })

  test('among the lines of the tier, the highest band that is reached', () => {
    expect(costs({ input: 1_000 })).toBe(4_000n)
    expect(costs({ input: 1_000 }, 'priority')).toBe(3_000n)
    expect(costs({ input: 2_000 }, 'priority')).toBe(10_000n)
  })

  test('the receipt says why each price', () => {
    const facts = { entry, ratioMillionths: one, beganAt: 0, tier: 'priority' }
    expect(price(used({ input: 2_000, output: 1 }), facts).lines).toMatchObject([
      { bucket: 'input', tier: 'priority', fromInputTokens: 2_000 },
      { bucket: 'output', fromInputTokens: 0 },
    ])
  })
})

describe('law 6', () => {
  const anyUsage = fc.record(
    Object.fromEntries(buckets.map((bucket) => [bucket, fc.integer({ min: 0, max: 1e9 })])),
  ) as fc.Arbitrary<Usage>
  const amount = fc.bigInt({ min: 0n, max: 10n ** 9n }).map(microQuota)
  const tiers = [undefined, 'flex', 'priority'] as const
  /** What a bucket costs at a tier: always, and more from some length of the context on. */
  const anyLines = fc
    .record({
      bucket: fc.constantFrom(...buckets),
      tier: fc.constantFrom(...tiers),
      base: amount,
      more: amount,
      from: fc.integer({ min: 1, max: 1e6 }),
    })
    .map(({ bucket, tier, base, more, from }): PriceEntry['lines'] => {
      const at = { ...line(bucket, '0'), ...(tier === undefined ? {} : { tier }) }
      const above = { ...at, fromInputTokens: from, amount: microQuota(base + more) }
      return [{ ...at, amount: base }, above]
    })
  const nameOf = ([first]: PriceEntry['lines']): string => `${first?.bucket} ${first?.tier}`
  const anyEntry = fc
    .tuple(amount, amount, fc.uniqueArray(anyLines, { selector: nameOf }))
    .map(([input, output, further]): PriceEntry => ({
      ...tokens('0', '0'),
      lines: [
        ...further.flat(),
        { ...line('input', '0'), amount: input },
        { ...line('output', '0'), amount: output },
      ],
    }))
  const anyFacts = fc.record({
    entry: anyEntry,
    ratioMillionths: fc.bigInt({ min: 0n, max: 10n ** 8n }),
    beganAt: fc.constant(0),
    tier: fc.constantFrom('', 'flex', 'priority', 'unheard-of'),
  })
  test('more of any bucket never costs less', () => {
    fc.assert(
      fc.property(
        anyUsage,
        anyFacts,
        fc.constantFrom(...buckets),
        fc.nat(),
        (usage, facts, bucket, more) => {
          const grown = { ...usage, [bucket]: usage[bucket] + more }
          const [before, after] = [usage, grown].map((each) => price(metersOf(each), facts).quota)
          expect(after).toBeGreaterThanOrEqual(before ?? 0n)
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
      fc.property(absurd, anyFacts, (tokens, facts) => {
        const used: Meters = [
          { meter: 'input', amount: tokens },
          { meter: 'output', amount: tokens },
        ]
        expect(price(used, facts).quota).toBeGreaterThanOrEqual(0n)
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

  test.each([
    ['gpt-5-2025-08-07', 'gpt-5'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['gpt-4.1-2025-04-14', 'gpt-4.1*'],
    ['gpt-5-pro', 'gpt-*'],
    ['gpt-5-pro-2025-10-06', 'gpt-*'],
    ['gpt-5-20', 'gpt-*'],
  ])('a dated release has the price of its model: %s is %s', (model, entry) => {
    const names = ['gpt-*', 'gpt-5', 'gpt-4o', 'gpt-4o-2024-05-13', 'gpt-4.1', 'gpt-4.1*']
    const book = priceBook(1n, [...names, 'claude-haiku-4-5'].map(named))
    expect(book.match(model)?.model).toBe(entry)
  })
})

describe('kinds of a meter', () => {
  const facts = {
    entry: {
      ...tokens('1', '1'),
      lines: [
        line('image_out', '5'),
        { ...line('image_out', '9'), attributes: { quality: 'hd' } },
        { ...line('image_out', '20'), attributes: { quality: 'hd', size: '2k' } },
        { ...line('image_out', '7'), attributes: { quality: 'hd' }, tier: 'flex' },
        line('output', '1'),
      ],
    },
    ratioMillionths: one,
    beganAt: 0,
  }
  const costs = (attributes?: Attributes, tier?: string): bigint => {
    const used = { meter: 'image_out', amount: 1, ...(attributes && { attributes }) } as const
    return price([used], { ...facts, ...(tier !== undefined && { tier }) }).quota
  }

  test('the line that names most of what it is prices it', () => {
    expect(costs()).toBe(5n)
    expect(costs({ size: '2k' })).toBe(5n)
    expect(costs({ quality: 'hd' })).toBe(9n)
    expect(costs({ quality: 'hd', size: '1k' })).toBe(9n)
    expect(costs({ quality: 'hd', size: '2k', style: 'vivid' })).toBe(20n)
  })

  test('and the tier that answered comes first', () => {
    expect(costs({ quality: 'hd', size: '2k' }, 'flex')).toBe(7n)
    expect(costs({ quality: 'low' }, 'flex')).toBe(5n)
  })

  test('each kind has its own line on the receipt', () => {
    const used: Meters = [
      { meter: 'image_out', amount: 2, attributes: { quality: 'hd' } },
      { meter: 'image_out', amount: 1 },
    ]
    expect(price(used, facts).lines).toMatchObject([
      { quantity: 2, attributes: { quality: 'hd' }, amount: 9_000_000n },
      { quantity: 1, amount: 5_000_000n },
    ])
  })
})

describe('calls, characters and seconds', () => {
  const facts = (lines: PriceEntry['lines'], type: PriceEntry['type'] = 'tokens') => ({
    entry: { ...tokens('0', '0'), type, lines },
    ratioMillionths: one,
    beganAt: 0,
  })

  test('speech at $15 for a million characters', () => {
    const used: Meters = [{ meter: 'character', amount: 1_000 }, oneCall]
    // 1 000 × $0.000015 = $0.015, which is 7 500 units.
    const charge = price(used, facts([line('character', '7.5')]))
    expect(charge.quota).toBe(7_500n)
    expect(charge.lines).toMatchObject([
      { bucket: 'character', unit: 'character', quantity: 1_000 },
    ])
  })

  test('a transcript at $0.006 for a minute', () => {
    const used: Meters = [{ meter: 'second', amount: 90 }, oneCall]
    expect(price(used, facts([line('second', '50')])).quota).toBe(4_500n)
  })

  test('a picture by size and quality, whatever the order of the lines and the case of the words', () => {
    const kinds = [
      line('call', '20000'),
      { ...line('call', '40000'), attributes: { size: '1792x1024' } },
      { ...line('call', '40000'), attributes: { quality: 'hd' } },
      { ...line('call', '60000'), attributes: { quality: 'hd', size: '1792x1024' } },
    ]
    for (const lines of [kinds, kinds.toReversed()]) {
      const costs = (attributes: Attributes, amount = 1): bigint =>
        price([{ meter: 'call', amount, attributes }], facts(lines, 'times')).quota
      expect(costs({ size: '1024x1024' })).toBe(20_000n)
      expect(costs({ size: '1792x1024', quality: 'standard' })).toBe(40_000n)
      expect(costs({ size: '1792x1024', quality: 'HD' }, 2)).toBe(120_000n)
      for (const size of ['01792x1024', '1792X001024', '1792*1024', ' 1792x1024']) {
        expect(costs({ size })).toBe(40_000n)
      }
    }
  })

  test('where one line is for the size and another for the quality, the dearer one counts', () => {
    const lines = [
      { ...line('call', '3'), attributes: { size: 'big' } },
      { ...line('call', '5'), attributes: { quality: 'hd' } },
    ]
    const used: Meters = [{ ...oneCall, attributes: { size: 'big', quality: 'hd' } }]
    for (const order of [lines, lines.toReversed()])
      expect(price(used, facts(order)).quota).toBe(5n)
  })

  test('more of any meter never costs less, and nothing is negative', () => {
    const meter = fc.constantFrom('call', 'character', 'second', 'input', 'image_out')
    const kind = fc.option(
      fc.record(
        { size: fc.constantFrom('s', 'l'), quality: fc.constantFrom('low', 'hd') },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    )
    const anyLine = fc.record({ meter, kind, micros: fc.bigInt(0n, 10n ** 12n) })
    const anyUse = fc.record({ meter, kind, amount: fc.integer({ min: -5, max: 100_000 }) })
    const meters = (
      uses: readonly { meter: Meter; kind: Attributes | undefined; amount: number }[],
    ): Meters =>
      uses.map((use) => ({
        meter: use.meter,
        amount: use.amount,
        ...(use.kind && { attributes: use.kind }),
      }))
    fc.assert(
      fc.property(fc.array(anyLine), fc.array(anyUse), fc.nat(1_000), (given, uses, more) => {
        const lines = given.map((one) => ({
          ...line(one.meter, '0'),
          amount: microQuota(one.micros),
          ...(one.kind && { attributes: one.kind }),
        }))
        const costs = (list: typeof uses): bigint => price(meters(list), facts(lines)).quota
        const before = costs(uses)
        expect(before).toBeGreaterThanOrEqual(0n)
        for (const at of uses.keys()) {
          const next = uses.map((use, index) =>
            index === at ? { ...use, amount: use.amount + more } : use,
          )
          // Input tokens may reach a band; there is none here.
          expect(costs(next)).toBeGreaterThanOrEqual(before)
        }
      }),
    )
  })
})
