import { describe, expect, it, test } from 'vitest'
import { changesAfter, endedLines, linesAt, settledEntry } from './lines-at.ts'
import { microQuota, type PriceEntry, type PriceLine } from './price-book.ts'
import { price } from './price.ts'

const day = (text: string): number => Date.parse(text) / 1_000
const at = (text: string): number => Date.parse(text)

const line = (amount: bigint, more: Partial<PriceLine> = {}): PriceLine => ({
  bucket: 'input',
  unit: 'token',
  amount: microQuota(amount * 1_000_000n),
  fromInputTokens: 0,
  ...more,
})
const output = (amount: bigint, more: Partial<PriceLine> = {}) =>
  line(amount, { bucket: 'output', ...more })
const entryOf = (...lines: PriceLine[]): PriceEntry => ({
  model: 'm',
  type: 'tokens',
  channelType: 1,
  lines,
})

/** The price of one token of input, at a moment. */
const costs = (
  entry: PriceEntry,
  beganAt: number,
  {
    meter = 'input',
    tier,
    amount = 1,
  }: { meter?: PriceLine['bucket']; tier?: string; amount?: number } = {},
): number => {
  const facts = { entry, ratioMillionths: 1_000_000n, beganAt }
  const all = tier === undefined ? facts : { ...facts, tier }
  return Number(price([{ meter, amount }], all).quota)
}

const change = day('2027-01-01')
const doubled = entryOf(
  line(1n),
  output(4n),
  line(2n, { from: change }),
  output(8n, { from: change }),
)

describe('the line in force', () => {
  it('changes at midnight UTC, to the millisecond', () => {
    expect(costs(doubled, at('2026-12-31T23:59:59.999Z'))).toBe(1)
    expect(costs(doubled, at('2027-01-01T00:00:00.000Z'))).toBe(2)
    expect(costs(doubled, 0)).toBe(1)
  })

  it('is the last that has begun, whatever the order of the lines', () => {
    const lines = [
      line(1n),
      line(2n, { from: day('2027-01-01') }),
      line(3n, { from: day('2027-02-01') }),
    ]
    for (const entry of [entryOf(...lines), entryOf(...lines.toReversed())]) {
      expect(costs(entry, at('2027-01-31T23:59:59Z'))).toBe(2)
      expect(costs(entry, at('2027-02-01'))).toBe(3)
    }
  })

  it('is the base again after a line with an end', () => {
    const entry = entryOf(line(4n), line(1n, { from: change, until: day('2027-01-08') }))
    expect(costs(entry, at('2027-01-07T23:59:59Z'))).toBe(1)
    expect(costs(entry, at('2027-01-08'))).toBe(4)
    expect(endedLines(entry, at('2027-02-01'))).toEqual([])
  })

  it('stays in force after its end when no other takes its place, and is named', () => {
    const last = line(2n, { bucket: 'call', unit: 'call', until: day('2027-02-01') })
    const before = line(1n, { bucket: 'call', unit: 'call', until: change })
    const entry = entryOf(before, { ...last, from: change })
    expect(costs(entry, at('2030-01-01'), { meter: 'call' })).toBe(2)
    expect(endedLines(entry, at('2027-01-31'))).toEqual([])
    expect(endedLines(entry, at('2027-02-01'))).toEqual([{ ...last, from: change }])
  })

  it('stays in force between its end and the start of the next', () => {
    const entry = entryOf(
      line(1n, { tier: 'flex', until: change }),
      line(3n, { tier: 'flex', from: day('2027-02-01') }),
      line(9n),
    )
    expect(costs(entry, at('2027-01-15'), { tier: 'flex' })).toBe(1)
    expect(costs(entry, at('2027-02-01'), { tier: 'flex' })).toBe(3)
    expect(costs(entry, at('2027-01-15'))).toBe(9)
  })

  it('is of its tier and band alone', () => {
    const entry = entryOf(
      line(1n),
      line(2n, { fromInputTokens: 100 }),
      line(3n, { tier: 'fast' }),
      line(6n, { tier: 'fast', from: change }),
      line(5n, { fromInputTokens: 100, from: change }),
    )
    const late = at('2027-01-01')
    expect([costs(entry, late - 1), costs(entry, late)]).toEqual([1, 1])
    expect([
      costs(entry, late - 1, { tier: 'fast' }),
      costs(entry, late, { tier: 'fast' }),
    ]).toEqual([3, 6])
    expect(costs(entry, late - 1, { amount: 100 })).toBe(200)
    expect(costs(entry, late, { amount: 100 })).toBe(500)
  })

  it('is the parent’s of the moment for a meter without lines of its own', () => {
    expect(costs(doubled, at('2026-12-31'), { meter: 'cache_read' })).toBe(1)
    expect(costs(doubled, at('2027-01-01'), { meter: 'cache_read' })).toBe(2)
    expect(costs(doubled, at('2027-01-01'), { meter: 'reasoning' })).toBe(8)
  })

  it('is none before the first begins, and what is beside it counts', () => {
    const entry = entryOf(line(1n), line(5n, { tier: 'fast', from: change }))
    expect(costs(entry, at('2026-12-31'), { tier: 'fast' })).toBe(1)
    expect(costs(entry, at('2027-01-01'), { tier: 'fast' })).toBe(5)
  })
})

test('the receipt names the dates of a line', () => {
  const facts = { entry: doubled, ratioMillionths: 1_000_000n, beganAt: at('2027-01-02') }
  expect(price([{ meter: 'input', amount: 1 }], facts).lines).toMatchObject([{ from: change }])
  const [before] = price([{ meter: 'input', amount: 1 }], { ...facts, beganAt: 0 }).lines
  expect(before).not.toHaveProperty('from')
})

test('an entry without dates keeps its own list', () => {
  const entry = entryOf(line(1n), output(2n))
  expect(linesAt(entry, 5)).toBe(entry.lines)
  expect(changesAfter(entry, 5)).toEqual([])
})

describe('coming changes', () => {
  it('are those after the moment, with the lines that are new', () => {
    const changes = changesAfter(doubled, at('2026-12-31'))
    expect(changes).toMatchObject([{ from: change, lines: [{ from: change }, { from: change }] }])
    expect(changesAfter(doubled, at('2027-01-01'))).toEqual([])
  })

  it('are also ends of lines that others come back after, and no ends without a successor', () => {
    const entry = entryOf(
      line(4n),
      line(1n, { until: day('2027-03-01'), from: change }),
      output(1n, { until: change }),
    )
    const changes = changesAfter(entry, 0).map(({ from, lines }) => [
      from,
      lines.map(({ amount }) => amount),
    ])
    expect(changes).toEqual([
      [change, [1_000_000n]],
      [day('2027-03-01'), [4_000_000n]],
    ])
  })
})

describe('an entry as it is from now on', () => {
  it('has the line that replaced the base for good in its place', () => {
    const later = line(3n, { from: day('2027-06-01') })
    const entry = { ...doubled, lines: [...doubled.lines, later] }
    expect(settledEntry(entry, at('2026-12-31')).lines).toEqual(entry.lines)
    expect(settledEntry(entry, at('2027-01-01')).lines).toEqual([line(2n), output(8n), later])
  })

  it('keeps a base that comes back', () => {
    const entry = entryOf(line(4n), line(1n, { from: change, until: day('2027-01-08') }))
    expect(settledEntry(entry, at('2027-01-02')).lines).toEqual(entry.lines)
  })
})
