import { describe, expect, test } from 'vitest'
import { microQuota, type PriceEntry } from './price-book.ts'
import { price } from './price.ts'
import { supplierCost, supplierPrice } from './supplier-price.ts'

const used = [
  { meter: 'input', amount: 1_000 },
  { meter: 'output', amount: 500 },
  { meter: 'call', amount: 1 },
] as const

/** Units that the supplier takes. Null: unknown. */
function takes(forwarded: string, costMillionths: bigint | null, costPrices = {}): number | null {
  const found = supplierPrice({ channel: { type: 1, costMillionths, costPrices }, forwarded })
  if (found === null) return null
  const { total } = price(used, { entry: found.entry, ratioMillionths: 1_000_000n, beganAt: 0 })
  return Number(total * found.millionths) / 1e12
}

describe('what a supplier takes', () => {
  test.each([
    ['the published price', 'gpt-4.1', 1_000_000n, {}, 3_000],
    ['a share of it', 'gpt-4.1', 400_000n, {}, 1_200],
    ['of a dated release', 'gpt-4.1-2025-04-14', 400_000n, {}, 1_200],
    ['of a name with its vendor', 'vendor/gpt-4.1', 400_000n, {}, 1_200],
    ['an own price, whatever the share', 'gpt-4.1', 400_000n, { 'gpt-4.1': '1 / 2' }, 1_000],
    ['an own price alone', 'mine', null, { mine: '1/2' }, 1_000],
    ['an own price by the call', 'mine', null, { 'mi*': '0.03' }, 15_000],
    ['an own price of nothing', 'mine', null, { mine: '0' }, 0],
    ['unknown without a share', 'gpt-4.1', null, {}, null],
    ['unknown without a published price', 'mine', 1_000_000n, {}, null],
    ['unknown where only another model has a price', 'mine', 1n, { other: '1/2' }, null],
  ] as const)('%s', (_, model, share, own, units) => {
    expect(takes(model, share, own)).toBe(units)
  })
})

describe('what a supplier takes for a charge', () => {
  type Line = PriceEntry['lines'][number]
  const line = (bucket: Line['bucket'], unit: Line['unit'] = 'token'): Line => ({
    bucket,
    unit,
    amount: microQuota(1_000_000n),
    fromInputTokens: 0,
  })
  const tokens = [line('input'), line('output')]
  const entry = (lines: readonly Line[], type: PriceEntry['type'] = 'tokens'): PriceEntry => ({
    model: 'm',
    type,
    channelType: 1,
    lines,
  })
  const byCall = entry([line('call', 'call')], 'times')
  const free = { ...line('second', 'second'), amount: microQuota(0n) }

  test.each([
    ['tokens, both by tokens', entry(tokens), entry(tokens), 1_500n],
    [
      'seconds that only ours charges',
      entry([...tokens, line('second', 'second')]),
      entry(tokens),
      null,
    ],
    [
      'a call that only ours charges',
      entry([...tokens, line('call', 'call')]),
      entry(tokens),
      null,
    ],
    ['seconds that neither charges', entry([...tokens, free]), entry(tokens), 1_500n],
    [
      'seconds that the supplier has for nothing',
      entry([line('second', 'second')]),
      entry([free]),
      0n,
    ],
    ['tokens, sold by the call', byCall, entry(tokens), 1_500n],
    ['tokens, bought by the call', entry(tokens), byCall, 1n],
    [
      'tokens, which the supplier does not price',
      entry(tokens),
      entry([line('character', 'character')]),
      null,
    ],
  ])('%s', (_what, own, theirs, cost) => {
    const meters = [...used, { meter: 'second', amount: 60 } as const]
    const facts = { entry: own, ratioMillionths: 1_000_000n, beganAt: 0 }
    const charge = price(meters, facts)
    const supplier = { entry: theirs, millionths: 1_000_000n }
    expect(supplierCost(supplier, { used: meters, facts, charge })).toBe(cost)
  })
})
