import { noUsage } from '@posthouse/llm/canonical/usage'
import { describe, expect, it } from 'vitest'
import { type SettlementFacts, settlementFor } from './settlement.ts'

const usage = { ...noUsage, input: 10, output: 20 }
const facts: SettlementFacts = {
  kind: 'complete',
  reported: { usage, absurd: false },
  heard: { usage, absurd: false },
  requestSent: true,
  anythingDelivered: true,
  countedInput: 11,
  countedOutput: 22,
  outputIs: 'output',
}
const counted = { ...noUsage, input: 11, output: 22 }
const missing = { ...facts, reported: null, heard: null }

describe('the settlement table', () => {
  it('complete, usage reported', () => {
    expect(settlementFor(facts)).toEqual({
      row: 'complete',
      action: 'charge',
      usage,
      source: 'reported',
    })
  })

  it.each([null, { usage: noUsage, absurd: false }])(
    'complete, usage missing or zero: %j',
    (reported) => {
      expect(settlementFor({ ...facts, reported, heard: reported })).toEqual({
        row: 'complete-counted',
        action: 'charge',
        usage: counted,
        source: 'counted',
      })
    },
  )

  it('complete, usage absurd', () => {
    const reported = { usage, absurd: true }
    expect(settlementFor({ ...facts, reported, heard: reported })).toEqual({
      row: 'complete-absurd',
      action: 'charge',
      usage: counted,
      source: 'counted',
    })
  })

  it('complete, nothing delivered, no usage', () => {
    expect(settlementFor({ ...missing, anythingDelivered: false })).toMatchObject({
      row: 'complete-empty',
      action: 'void',
    })
  })

  it('failed before the first content', () => {
    expect(settlementFor({ ...facts, kind: 'failed-before-content' })).toMatchObject({
      action: 'void',
    })
  })

  it.each(['failed-mid-stream', 'quota-ran-out'] as const)('%s', (kind) => {
    expect(settlementFor({ ...missing, kind })).toEqual({
      row: kind,
      action: 'charge',
      usage: counted,
      source: 'counted',
    })
  })

  it('client left, usage had come', () => {
    expect(settlementFor({ ...facts, kind: 'client-left' })).toMatchObject({
      usage,
      source: 'reported',
    })
  })

  it('client left, nothing reported', () => {
    expect(settlementFor({ ...missing, kind: 'client-left' })).toEqual({
      row: 'client-left',
      action: 'charge',
      usage: counted,
      source: 'counted',
    })
  })

  it('client left before anything was sent', () => {
    const left = { ...missing, kind: 'client-left' as const, requestSent: false }
    expect(settlementFor(left)).toMatchObject({ action: 'void' })
  })

  it.each([
    'complete',
    'failed-mid-stream',
    'quota-ran-out',
    'client-left',
    'server-failed',
  ] as const)('%s, when only the input had been reported', (kind) => {
    const heard = { usage: { ...noUsage, input: 3, cache_read: 20_000, output: 1 }, absurd: false }
    expect(settlementFor({ ...missing, kind, heard })).toMatchObject({
      action: 'charge',
      usage: { ...noUsage, input: 3, cache_read: 20_000, output: 22 },
      source: 'partial',
    })
  })

  it('a bug of ours before anything was delivered', () => {
    const bug = { ...facts, kind: 'server-failed' as const, anythingDelivered: false }
    expect(settlementFor(bug)).toMatchObject({ action: 'free', usage: noUsage })
  })

  it('an answer from the cache', () => {
    expect(settlementFor({ ...facts, kind: 'cache-hit' })).toMatchObject({ action: 'free', usage })
  })
})
