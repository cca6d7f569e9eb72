import { metersOf, oneCall, tokensOf } from '@posthouse/llm/canonical/meter'
import { buckets, type Usage } from '@posthouse/llm/canonical/usage'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeRecord, readChargeRecord } from './charge-record.ts'
import { defaultPrices } from './default-prices.ts'
import { entryFrom } from './price-store.ts'
import { price } from './price.ts'
import { metersIn } from './stored-usage.ts'

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
      fc.constantFrom(0, Date.UTC(2027, 0, 1), Date.UTC(2027, 2, 1)),
      fc.constantFrom({}, { tier: 'flex' }, { tier: 'priority' }, { tier: 'fast-us' }),
      (usage, entry, ratioMillionths, beganAt, tier) => {
        const facts = { entry, ratioMillionths, beganAt, ...tier }
        const used = [...metersOf(usage), oneCall]
        const read = readChargeRecord(chargeRecord(used, facts))
        expect(read).not.toBeNull()
        if (read === null) return
        expect(price(read.used, read.facts)).toEqual(price(used, facts))
      },
    ),
  )
})

test('what is kept of an entry is what can explain the charge', () => {
  const entry = entries.find(({ model }) => model === 'gpt-6.1-sol')
  if (entry === undefined) throw new Error('it has no price')
  const facts = { entry, ratioMillionths: 1_000_000n, beganAt: 0 }
  const kept = (tier: string) => {
    const lines = readChargeRecord(chargeRecord([], { ...facts, tier }))?.facts.entry.lines
    return [...new Set(lines?.map((line) => line.tier))]
  }
  expect(kept('flex')).toEqual([undefined, 'flex'])
  expect(kept('unheard-of')).toEqual([undefined])
  expect(kept('flex')).toEqual([undefined, 'flex'])
})

test('of lines with dates, those that were in force when the call began', () => {
  const entry = entries.find(({ model }) => model === 'gemini-3.8-flash')
  if (entry === undefined) throw new Error('it has no price')
  const kept = (beganAt: number) => {
    const text = chargeRecord([], { entry, ratioMillionths: 1_000_000n, beganAt })
    return readChargeRecord(text)?.facts.entry.lines.map(({ from }) => from)
  }
  const change = Date.UTC(2027, 0, 1)
  expect(kept(change - 1)).toEqual([undefined, undefined, undefined])
  expect(kept(change)).toEqual([change / 1_000, change / 1_000, change / 1_000])
})

const entry =
  '"entry":{"model":"m","channelType":1,"type":"tokens",' +
  '"lines":[{"bucket":"input","unit":"token","amount":"2000000","fromInputTokens":0},' +
  '{"bucket":"output","unit":"token","amount":"8000000","fromInputTokens":0},' +
  '{"bucket":"output","unit":"token","amount":"4000000","fromInputTokens":0,"tier":"flex"}]}}'
const byCall =
  '"entry":{"model":"m","channelType":1,"type":"times",' +
  '"lines":[{"bucket":"call","unit":"call","amount":"50000000000","fromInputTokens":0}]}}'

/** As rows of each shape stand in databases. */
test.each([
  {
    shape: 'at a tier',
    usage:
      '[{"meter":"input","amount":100},{"meter":"output","amount":10},{"meter":"call","amount":1}]',
    charge: `{"used":[{"meter":"input","amount":100},{"meter":"output","amount":10},{"meter":"call","amount":1}],"ratio":"1000000","tier":"flex",${entry}`,
    quota: 240n,
  },
  {
    shape: 'by the call',
    usage: '[{"meter":"input","amount":100},{"meter":"call","amount":1}]',
    charge: `{"used":[{"meter":"input","amount":100},{"meter":"call","amount":1}],"ratio":"500000",${byCall}`,
    quota: 25_000n,
  },
  {
    shape: 'of a meter that nothing has a price for',
    usage: '[{"meter":"input","amount":100},{"meter":"unheard-of","amount":7}]',
    charge: `{"used":[{"meter":"input","amount":100},{"meter":"unheard-of","amount":7}],"ratio":"1000000",${entry}`,
    quota: 200n,
  },
])('a row $shape is read and costs what it cost', ({ usage, charge, quota }) => {
  const read = readChargeRecord(charge)
  expect(read && price(read.used, read.facts).quota).toBe(quota)
  expect(tokensOf(metersIn(usage))).toEqual(read && tokensOf(read.used))
})

test('a row that was not priced has nothing to explain', () => {
  expect(readChargeRecord('')).toBeNull()
})

test('usage that is no list of meters is none', () => {
  const amounts = ['10.5', '-1', '0', '"1"', '1e999'].map(
    (amount) => `[{"meter":"input","amount":${amount}}]`,
  )
  for (const usage of [
    'gone',
    '{}',
    '[1]',
    '[{"meter":"input"}]',
    '[null]',
    '[{"amount":1}]',
    ...amounts,
  ]) {
    expect(() => metersIn(usage)).toThrow()
  }
})
