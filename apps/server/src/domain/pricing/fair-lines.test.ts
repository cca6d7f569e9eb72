import { describe, expect, it } from 'vitest'
import { fairLines } from './fair-lines.ts'

/** $3 a million tokens. */
const input = 1_500_000n

const amounts = (model: string, type: number) =>
  Object.fromEntries(fairLines(model, type, input).map(({ bucket, amount }) => [bucket, amount]))

const anthropic = { cache_read: '150000', cache_write_5m: '1875000', cache_write_1h: '3000000' }

describe('cached input of a plain price', () => {
  it.each([
    ['a published model', 'claude-haiku-4-5', 14, anthropic],
    ['a dated release of one', 'claude-haiku-4-5-20251001', 14, anthropic],
    ['a model of the supplier that nobody published', 'claude-next', 14, anthropic],
    ['a reseller’s name of one', 'anthropic/claude-next', 20, anthropic],
    ['a model of its maker at a compatible channel', 'claude-next', 8, anthropic],
    ['DeepSeek, where a hit is a fiftieth', 'deepseek-flash', 28, { cache_read: '30000' }],
    ['a model of nobody', 'house-model', 8, {}],
  ])('%s', (_what, model, type, expected) => {
    expect(amounts(model, type)).toEqual(expected)
  })

  it('is rounded up to a whole micro-quota', () => {
    const [read] = fairLines('claude-haiku-4-5', 14, 1n)
    expect(read).toEqual({ bucket: 'cache_read', amount: '1' })
  })

  it('is free where input is', () => {
    expect(fairLines('claude-haiku-4-5', 14, 0n).map(({ amount }) => amount)).toEqual([
      '0',
      '0',
      '0',
    ])
  })
})
