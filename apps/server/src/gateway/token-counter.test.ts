import { beforeAll, describe, expect, it } from 'vitest'
import { createTokenCounter, encodingOf, tokensByBytes } from './token-counter.ts'

const counter = createTokenCounter({ monotonic: () => performance.now(), deadlineMs: 500 })
const cjk = Array.from({ length: 160_000 }, (_, at) =>
  String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)),
).join('')

describe('counting', () => {
  it('goes by bytes until the encodings are loaded', async () => {
    expect(await counter.count(['hello world'], 'gpt-5')).toBe(tokensByBytes(11))
  })

  describe('with encodings', () => {
    beforeAll(() => counter.load())

    it('is exact for what is published and by bytes for the rest', async () => {
      expect(await counter.count(['hello world'], 'gpt-5')).toBe(2)
      expect(await counter.count(['hello world'], 'claude-x')).toBe(4)
      expect(await counter.count(['<|endoftext|>'], 'gpt-5')).toBeGreaterThan(1)
    })

    it('has a deadline, and lets others run meanwhile', async () => {
      let turns = 0
      const timer = setInterval(() => (turns += 1), 1)
      const started = performance.now()
      const tokens = await counter.count([cjk], 'gpt-5')
      clearInterval(timer)
      expect(performance.now() - started).toBeLessThan(2_000)
      expect(turns).toBeGreaterThan(5)
      expect(tokens).toBeGreaterThan(100_000)
    })
  })
})

it('encodings by name', () => {
  expect(encodingOf('gpt-4o')).toBe('o200k_base')
  expect(encodingOf('openai/gpt-4-turbo')).toBe('cl100k_base')
  expect(encodingOf('text-embedding-3-small')).toBe('cl100k_base')
  expect(encodingOf('deepseek-chat')).toBeNull()
})
