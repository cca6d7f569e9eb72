import { anything, assert as check, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inputTokensOf, noUsage, outputTokensOf } from '../../canonical/usage.ts'
import { encodeUsage, geminiUsage, tierOf } from './usage.ts'

const usageOf = (reported: object) => geminiUsage(reported)?.usage
const detail = (modality: string, tokenCount: number) => [{ modality, tokenCount }]

describe('buckets', () => {
  it('are disjoint: what is in the cache is not counted twice', () => {
    expect(
      usageOf({
        promptTokenCount: 100,
        cachedContentTokenCount: 60,
        toolUsePromptTokenCount: 10,
        candidatesTokenCount: 20,
        thoughtsTokenCount: 30,
        totalTokenCount: 160,
        promptTokensDetails: [...detail('TEXT', 70), ...detail('AUDIO', 30)],
        cacheTokensDetails: [...detail('TEXT', 40), ...detail('AUDIO', 20)],
        toolUsePromptTokensDetails: detail('IMAGE', 4),
        candidatesTokensDetails: detail('AUDIO', 5),
      }),
    ).toEqual({
      ...noUsage,
      input: 36,
      cache_read: 60,
      audio_in: 10,
      image_in: 4,
      output: 15,
      audio_out: 5,
      reasoning: 30,
    })
  })

  it('know reasoning inside of the candidates’ tokens', () => {
    const counts = { promptTokenCount: 10, candidatesTokenCount: 50, thoughtsTokenCount: 30 }
    expect(usageOf({ ...counts, totalTokenCount: 60 })).toMatchObject({ output: 20, reasoning: 30 })
    expect(usageOf({ ...counts, totalTokenCount: 90 })).toMatchObject({ output: 50, reasoning: 30 })
    expect(usageOf({ ...counts, candidatesTokenCount: 0, totalTokenCount: 10 })).toMatchObject({
      output: 0,
      reasoning: 30,
    })
  })

  it('add up to the supplier’s totals, are never negative, and read back as written', () => {
    const count = integer({ min: 0, max: 1_000_000 })
    check(
      property(
        count,
        count,
        count,
        count,
        count,
        (prompt, candidates, cached, reasoning, sound) => {
          const usage = usageOf({
            promptTokenCount: prompt,
            candidatesTokenCount: candidates,
            cachedContentTokenCount: cached,
            thoughtsTokenCount: reasoning,
            promptTokensDetails: detail('AUDIO', sound),
            candidatesTokensDetails: detail('IMAGE', sound),
          })
          if (usage === undefined) throw new Error('no usage')
          expect(inputTokensOf(usage)).toBe(prompt)
          expect(outputTokensOf(usage)).toBe(candidates + reasoning)
          expect(Math.min(...Object.values(usage))).toBeGreaterThanOrEqual(0)
          expect(usageOf(encodeUsage({ kind: 'usage', usage }))).toEqual(usage)
        },
      ),
    )
  })

  it('are absurd when a figure cannot be one', () => {
    for (const wrong of [-1, 1.5, Number.NaN, 1e300, '5', [], {}]) {
      expect(geminiUsage({ promptTokenCount: wrong, candidatesTokenCount: 1 })?.absurd).toBe(true)
    }
    const twice = [...detail('AUDIO', 1), { modality: 'AUDIO', tokenCount: 'x' }]
    expect(geminiUsage({ promptTokenCount: 5, promptTokensDetails: twice })?.absurd).toBe(true)
    expect(geminiUsage({ trafficType: 'ON_DEMAND' })).toBeNull()
    expect(geminiUsage(null)).toBeNull()
  })

  it('come out of anything without an exception', () => {
    const parts = record({ promptTokenCount: anything(), promptTokensDetails: anything() })
    check(property(parts, (reported) => void geminiUsage(reported)))
  })
})

it('the tier is the Gemini API’s or Vertex AI’s', () => {
  expect(tierOf({ serviceTier: 'flex', trafficType: 'ON_DEMAND' })).toBe('flex')
  expect(tierOf({ trafficType: 'PROVISIONED_THROUGHPUT' })).toBe('PROVISIONED_THROUGHPUT')
  expect(tierOf({})).toBeNull()
})
