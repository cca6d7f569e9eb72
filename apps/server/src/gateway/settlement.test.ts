import { noUsage } from '@posthouse/llm/usage'
import { describe, expect, it } from 'vitest'
import { type SettlementFacts, settlementFor } from './settlement.ts'

const usage = { ...noUsage, input: 10, output: 20 }
const facts: SettlementFacts = {
  kind: 'complete',
  reported: { usage, absurd: false },
  requestSent: true,
  anythingDelivered: true,
  countedInput: 11,
  countedOutput: 22,
}
const counted = { ...noUsage, input: 11, output: 22 }
const missing = { ...facts, reported: null }

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
      expect(settlementFor({ ...facts, reported })).toEqual({
        row: 'complete-counted',
        action: 'charge',
        usage: counted,
        source: 'counted',
      })
    },
  )

  it('complete, usage absurd', () => {
    expect(settlementFor({ ...facts, reported: { usage, absurd: true } })).toEqual({
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
      source: 'partial',
    })
  })

  it('client left before anything was sent', () => {
    const left = { ...missing, kind: 'client-left' as const, requestSent: false }
    expect(settlementFor(left)).toMatchObject({ action: 'void' })
  })

  it('an answer from the cache', () => {
    expect(settlementFor({ ...facts, kind: 'cache-hit' })).toMatchObject({ action: 'free', usage })
  })
})
