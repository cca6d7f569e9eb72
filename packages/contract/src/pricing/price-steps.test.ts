import { describe, expect, test } from 'vitest'
import type { PriceLine } from './price.ts'
import { isSteep, priceSteps } from './price-steps.ts'

const line = (bucket: PriceLine['bucket'], amount: string, more: Partial<PriceLine> = {}) => ({
  bucket,
  unit: 'token' as const,
  amount_micro: amount,
  dollars_per_million: '',
  ...more,
})

const day = 86_400
const now = 20_000 * day + 3_600
const today = 20_000 * day
const later = 20_400 * day

test.each([
  [10n, 50n, false],
  [10n, 51n, true],
  [50n, 10n, false],
  [51n, 10n, true],
  [0n, 1n, true],
  [1n, 0n, true],
  [0n, 0n, false],
])('%s to %s is steep: %s', (from, to, steep) => {
  expect(isSteep(from, to)).toBe(steep)
})

test('names each meter whose price changes, and nothing else', () => {
  const before = { lines: [line('input', '10'), line('output', '40'), line('cache_read', '5')] }
  const after = { lines: [line('input', '20'), line('output', '40'), line('cache_read', '100')] }
  expect(priceSteps(before, after, now)).toMatchObject([
    { bucket: 'input', before: '10', after: '20', steep: false },
    { bucket: 'cache_read', before: '5', after: '100', steep: true },
  ])
})

test('a removed line costs what its meter costs without it', () => {
  const plain = [line('input', '10'), line('output', '40')]
  const before = {
    lines: [...plain, line('cache_read', '1'), line('output', '80', { tier: 'priority' })],
  }
  expect(priceSteps(before, { lines: plain }, now)).toMatchObject([
    { bucket: 'cache_read', before: '1', after: '10', steep: true },
    { bucket: 'output', tier: 'priority', before: '80', after: '40', steep: false },
  ])
})

test('another type is a change from and to nothing', () => {
  const before = { lines: [line('input', '10')] }
  const after = { lines: [line('call', '500', { unit: 'call' })] }
  expect(priceSteps(before, after, now)).toMatchObject([
    { bucket: 'input', after: '0', steep: true },
    { bucket: 'call', before: '0', steep: true },
  ])
})

describe('lines with dates', () => {
  const plain = [line('input', '10'), line('output', '40')]
  const steps = (before: readonly PriceLine[], after: readonly PriceLine[]) =>
    priceSteps({ lines: [...before] }, { lines: [...after] }, now).map(
      ({ bucket, day: from, before: old, after: next, steep }) => [bucket, from, old, next, steep],
    )

  test.each([
    ['begins today', { from: today }, undefined],
    ['begins on a coming day', { from: later }, later],
  ])('one that %s is compared from then on', (_what, dates, from) => {
    expect(steps(plain, [...plain, line('input', '5000', dates)])).toEqual([
      ['input', from, '10', '5000', true],
    ])
    expect(steps(plain, [...plain, line('input', '0', dates)])).toEqual([
      ['input', from, '10', '0', true],
    ])
    expect(steps([...plain, line('input', '5000', dates)], plain)).toEqual([
      ['input', from, '5000', '10', true],
    ])
  })

  test('one that has ended without a successor is still in force', () => {
    const ended = line('cache_read', '500', { from: day, until: 2 * day })
    expect(steps(plain, [...plain, ended])).toEqual([['cache_read', undefined, '10', '500', true]])
  })

  test('one that ends on a coming day is followed by what was there before', () => {
    const offer = line('input', '1', { from: today, until: later })
    expect(steps(plain, [...plain, offer, line('input', '10', { from: later })])).toEqual([
      ['input', undefined, '10', '1', true],
    ])
  })

  test('a difference that lasts is named once, and one that grows again', () => {
    const more = line('input', '200', { from: later })
    const cached = line('cache_read', '1', { from: later + day })
    const base = [line('input', '20'), line('output', '40'), cached]
    expect(steps([...plain, cached], base)).toEqual([['input', undefined, '10', '20', false]])
    expect(steps([...plain, cached], [...base, more])).toEqual([
      ['input', undefined, '10', '20', false],
      ['input', later, '10', '200', true],
    ])
  })

  test('another amount of a line that both have is named at its day', () => {
    const before = [...plain, line('input', '20', { from: later })]
    const after = [...plain, line('input', '20000', { from: later })]
    expect(steps(before, after)).toEqual([['input', later, '20', '20000', true]])
    expect(steps(before, before)).toEqual([])
  })

  test('a dated price of input is that of cached input without a line', () => {
    const before = [...plain, line('cache_read', '5')]
    expect(steps(before, [...plain, line('input', '400', { from: later })])).toEqual([
      ['input', later, '10', '400', true],
      ['cache_read', undefined, '5', '10', false],
      ['cache_read', later, '5', '400', true],
    ])
  })
})
