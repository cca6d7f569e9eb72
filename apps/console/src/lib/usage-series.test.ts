import type { DashboardRow } from '@posthouse/contract/log'
import { describe, expect, it } from 'vitest'
import { changeInPercent, lastDays, spendSeries, totalsOn } from './usage-series.ts'

const row = (Date: string, ModelName: string, Quota: number): DashboardRow => ({
  Date,
  ModelName,
  Quota,
  RequestCount: 2,
  PromptTokens: 10,
  CompletionTokens: 5,
  RequestTime: 100,
})

describe('totalsOn', () => {
  it('adds up a day and no other', () => {
    const rows = [row('2026-11-20', 'a', 3), row('2026-11-20', 'b', 4), row('2026-11-19', 'a', 9)]
    expect(totalsOn(rows, '2026-11-20')).toEqual({ requests: 4, quota: 7, tokens: 30 })
  })
})

describe('lastDays', () => {
  it('counts days in the zone of the reader', () => {
    const now = new Date('2026-11-20T23:30:00Z')
    expect(lastDays(2, 'UTC', now)).toEqual(['2026-11-19', '2026-11-20'])
    expect(lastDays(2, 'Asia/Shanghai', now)).toEqual(['2026-11-20', '2026-11-21'])
  })
})

describe('spendSeries', () => {
  it('has every model on its own while they are few', () => {
    const series = spendSeries([row('d1', 'a', 1), row('d2', 'b', 5)], ['d1', 'd2'])
    expect(series.map((entry) => [entry.model, entry.values])).toEqual([
      ['b', [0, 5]],
      ['a', [1, 0]],
    ])
  })

  it('puts the small ones together and loses nothing', () => {
    const rows = Array.from({ length: 12 }, (_, index) => row('d1', `m${index}`, index + 1))
    const series = spendSeries(rows, ['d1'])
    expect(series).toHaveLength(8)
    expect(series.at(-1)).toMatchObject({ model: '', total: 1 + 2 + 3 + 4 + 5 })
    expect(series.reduce((sum, entry) => sum + entry.total, 0)).toBe(78)
  })
})

it('compares only with something', () => {
  expect(changeInPercent(5, 0)).toBeUndefined()
  expect(changeInPercent(3, 2)).toBe(50)
  expect(changeInPercent(0, 2)).toBe(-100)
})
