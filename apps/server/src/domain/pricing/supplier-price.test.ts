import { describe, expect, test } from 'vitest'
import { price } from './price.ts'
import { supplierPrice } from './supplier-price.ts'

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
