import { anything, assert as check, property, record, integer } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inputTokensOf, outputTokensOf } from '../../canonical/usage.ts'
import { openAiUsage } from './usage.ts'

const usageOf = (reported: object) => openAiUsage(reported)?.usage

describe('buckets', () => {
  it('are disjoint: totals include their parts', () => {
    expect(
      usageOf({
        prompt_tokens: 100,
        completion_tokens: 50,
        prompt_tokens_details: { cached_tokens: 80, audio_tokens: 5 },
        completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 2 },
      }),
    ).toMatchObject({
      input: 15,
      cache_read: 80,
      audio_in: 5,
      output: 18,
      reasoning: 30,
      audio_out: 2,
    })
  })

  it('know DeepSeek’s cache and xAI’s reasoning beside the completion', () => {
    expect(
      usageOf({ prompt_tokens: 10, completion_tokens: 1, prompt_cache_hit_tokens: 8 }),
    ).toMatchObject({
      input: 2,
      cache_read: 8,
    })
    expect(
      usageOf({
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 35,
        completion_tokens_details: { reasoning_tokens: 20 },
      }),
    ).toMatchObject({ output: 5, reasoning: 20 })
  })

  it('add up to the supplier’s totals and are never negative', () => {
    const count = integer({ min: 0, max: 1_000_000 })
    check(
      property(count, count, count, count, (prompt, completion, cached, reasoning) => {
        const usage = usageOf({
          prompt_tokens: prompt,
          completion_tokens: completion,
          prompt_tokens_details: { cached_tokens: cached },
          completion_tokens_details: { reasoning_tokens: reasoning },
        })
        if (usage === undefined) throw new Error('no usage')
        expect(inputTokensOf(usage)).toBe(prompt)
        expect(outputTokensOf(usage)).toBe(completion)
        expect(Math.min(...Object.values(usage))).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('are absurd when a figure cannot be one', () => {
    for (const wrong of [-1, 1.5, Number.NaN, 1e300, '5', [], {}]) {
      expect(openAiUsage({ prompt_tokens: wrong, completion_tokens: 1 })?.absurd).toBe(true)
    }
    expect(openAiUsage({})).toBeNull()
    expect(openAiUsage(null)).toBeNull()
  })

  it('come out of anything without an exception', () => {
    const parts = record({ prompt_tokens: anything(), prompt_tokens_details: anything() })
    check(property(parts, (reported) => void openAiUsage(reported)))
  })
})
