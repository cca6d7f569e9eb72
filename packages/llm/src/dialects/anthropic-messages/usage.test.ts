import { anything, assert as check, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noUsage } from '../../canonical/usage.ts'
import { anthropicUsage, encodeUsage, tierOf } from './usage.ts'

const usageOf = (reported: object) => anthropicUsage(reported)?.usage

describe('the tier that answered', () => {
  it.each([
    [{ service_tier: 'standard' }, 'standard'],
    [{ service_tier: 'standard', speed: 'standard', inference_geo: 'global' }, 'standard'],
    [{ service_tier: 'standard', speed: 'fast' }, 'fast'],
    [{ inference_geo: 'us' }, 'us'],
    [{ speed: 'fast', inference_geo: 'us' }, 'fast-us'],
    [{}, null],
  ])('%j is %s', (fields, tier) => {
    expect(tierOf(fields)).toBe(tier)
    if (tier !== null)
      expect(tierOf(encodeUsage({ kind: 'usage', usage: noUsage, tier }))).toBe(tier)
  })
})

describe('buckets', () => {
  it('are what the vendor counts apart', () => {
    expect(
      usageOf({
        input_tokens: 21,
        cache_read_input_tokens: 188_086,
        cache_creation_input_tokens: 556,
        cache_creation: { ephemeral_5m_input_tokens: 456, ephemeral_1h_input_tokens: 100 },
        output_tokens: 393,
        output_tokens_details: { thinking_tokens: 93 },
      }),
    ).toMatchObject({
      input: 21,
      cache_read: 188_086,
      cache_write_5m: 456,
      cache_write_1h: 100,
      output: 300,
      reasoning: 93,
    })
  })

  it('know what was written to the cache when nobody says for how long', () => {
    expect(
      usageOf({ input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 7 }),
    ).toMatchObject({ cache_write_5m: 7, cache_write_1h: 0 })
    expect(
      usageOf({
        input_tokens: 1,
        cache_creation_input_tokens: 9,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 4 },
      }),
    ).toMatchObject({ cache_write_5m: 5, cache_write_1h: 4 })
  })

  it('include rounds that the totals leave out, such as a compaction', () => {
    const iterations = [
      { type: 'compaction', input_tokens: 18_000, output_tokens: 350 },
      { type: 'message', input_tokens: 1_000, cache_read_input_tokens: 1_000, output_tokens: 100 },
    ]
    expect(usageOf({ input_tokens: 2_000, output_tokens: 100, iterations })).toEqual({
      ...noUsage,
      input: 19_000,
      cache_read: 1_000,
      output: 450,
    })
    expect(usageOf({ iterations })).toMatchObject({ input: 19_000, output: 450 })
  })

  it('leave out the tokens of an advisor, which is another model', () => {
    const advisor = { type: 'advisor_message', input_tokens: 800, output_tokens: 1_600 }
    const iterations = [{ type: 'message', input_tokens: 20, output_tokens: 5 }, advisor]
    expect(usageOf({ input_tokens: 20, output_tokens: 5, iterations })).toMatchObject({
      input: 20,
      output: 5,
    })
  })

  it('never lose what the totals name to rounds that name less', () => {
    for (const iterations of [[], null, 'x', [null], [{ input_tokens: 1, output_tokens: 1 }]]) {
      expect(usageOf({ input_tokens: 20, output_tokens: 5, iterations })).toMatchObject({
        input: 20,
        output: 5,
      })
    }
  })

  it('are absurd when a round is', () => {
    const wrong = [{ input_tokens: -1 }]
    const many = Array.from({ length: 1_001 }, () => ({ input_tokens: 1 }))
    for (const iterations of [wrong, many]) {
      expect(anthropicUsage({ input_tokens: 1, output_tokens: 1, iterations })?.absurd).toBe(true)
    }
  })

  it('have no more thinking than output', () => {
    const details = { output_tokens_details: { thinking_tokens: 9 } }
    expect(usageOf({ input_tokens: 1, output_tokens: 5, ...details })).toMatchObject({
      output: 0,
      reasoning: 5,
    })
  })

  it('are absurd when a figure cannot be one, and none when nothing is counted', () => {
    for (const wrong of [-1, 1.5, Number.NaN, 1e300, '5', [], {}]) {
      expect(anthropicUsage({ input_tokens: wrong, output_tokens: 1 })?.absurd).toBe(true)
    }
    for (const nothing of [null, {}, { input_tokens: null }, 'x']) {
      expect(anthropicUsage(nothing)).toBeNull()
    }
  })

  it('come out of anything without an exception', () => {
    const parts = record({ input_tokens: anything(), cache_creation: anything() })
    check(property(parts, (reported) => void anthropicUsage(reported)))
  })

  it('are written so that they are read the same', () => {
    const count = integer({ min: 0, max: 1_000_000 })
    const counted = record({
      input: count,
      output: count,
      cache_read: count,
      cache_write_5m: count,
      cache_write_1h: count,
      reasoning: count,
    })
    check(
      property(counted, (some) => {
        const usage = { ...some, audio_in: 0, audio_out: 0, image_in: 0, image_out: 0 }
        expect(usageOf(encodeUsage({ kind: 'usage', usage }))).toEqual(usage)
      }),
    )
  })
})
