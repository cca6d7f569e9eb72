import { buckets, noUsage, type Usage } from '@posthouse/llm/usage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeRecord, readChargeRecord } from './charge-record.ts'
import { defaultPrices } from './default-prices.ts'
import { entryFrom } from './price-store.ts'
import { price } from './price.ts'

const entries = defaultPrices(0).map((row) =>
  entryFrom({ ...row, id: 0n, lines: row.lines ?? '[]', source: '' }),
)

test('law 7: what is read back costs what was charged, for every price of the book', () => {
  const anyUsage = fc.record(
    Object.fromEntries(buckets.map((bucket) => [bucket, fc.nat({ max: 1_000_000 })])),
  ) as fc.Arbitrary<Usage>
  const anyRatio = fc.bigInt({ min: 0n, max: 5_000_000n })
  fc.assert(
    fc.property(
      anyUsage,
      fc.constantFrom(...entries),
      anyRatio,
      fc.constantFrom({}, { tier: 'flex' }, { tier: 'priority' }, { tier: 'fast-us' }),
      (usage, entry, ratioMillionths, tier) => {
        const facts = { entry, ratioMillionths, calls: 1, ...tier }
        const read = readChargeRecord(chargeRecord(usage, facts))
        expect(read).not.toBeNull()
        if (read === null) return
        expect(price(read.usage, read.facts)).toEqual(price(usage, facts))
      },
    ),
  )
})

test('what is kept of an entry is what can explain the charge', () => {
  const entry = entries.find(({ model }) => model === 'gpt-6.1-sol')
  if (entry === undefined) throw new Error('it has no price')
  const facts = { entry, ratioMillionths: 1_000_000n, calls: 1 }
  const kept = (tier: string) => {
    const lines = readChargeRecord(chargeRecord(noUsage, { ...facts, tier }))?.facts.entry.lines
    return [...new Set(lines?.map((line) => line.tier))]
  }
  expect(kept('flex')).toEqual([undefined, 'flex'])
  expect(kept('unheard-of')).toEqual([undefined])
  expect(kept('flex')).toEqual([undefined, 'flex'])
})

test('a row of before there were tiers is read and costs what it cost', () => {
  const text =
    '{"usage":{"input":100,"output":10},"calls":1,"ratio":"1000000","entry":{"model":"m","channelType":1,"type":"tokens",' +
    '"lines":[{"bucket":"input","unit":"token","amount":"2000000","fromInputTokens":0},' +
    '{"bucket":"output","unit":"token","amount":"8000000","fromInputTokens":0}]}}'
  const read = readChargeRecord(text)
  expect(read?.facts).not.toHaveProperty('tier')
  expect(read && price(read.usage, read.facts).quota).toBe(280n)
})

test('a row that was not priced has nothing to explain', () => {
  expect(readChargeRecord('')).toBeNull()
})
