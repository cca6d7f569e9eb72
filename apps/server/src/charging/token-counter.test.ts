import { beforeAll, describe, expect, it } from 'vitest'
import { createTokenCounter, encodingOf, tokensByBytes } from './token-counter.ts'

const counter = createTokenCounter({ monotonic: () => 0, deadlineMs: 500 })
const cjk = Array.from({ length: 160_000 }, (_, at) =>
  String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000)),
).join('')

/** Pieces that may be counted in one turn, at a tick each. */
const ticksATurn = 8

/** A counter whose clock ticks whenever it is read: what it does is told in ticks, not in time. */
async function ticking(deadlineMs: number) {
  let ticks = 0
  let sinceTurn = 0
  let longest = 0
  const counted = createTokenCounter({
    deadlineMs,
    monotonic: () => {
      sinceTurn += 1
      longest = Math.max(longest, sinceTurn)
      return (ticks += 1)
    },
  })
  await counted.load()
  const count = async (texts: readonly string[]): Promise<number> => {
    let running = true
    const turn = (): void => {
      sinceTurn = 0
      if (running) setImmediate(turn)
    }
    setImmediate(turn)
    const tokens = await counted.count(texts, 'gpt-5')
    running = false
    return tokens
  }
  return { count, ticks: () => ticks, longest: () => longest }
}

describe('counting', () => {
  it('goes by bytes until the encodings are loaded', async () => {
    expect(await counter.count(['hello world'], 'gpt-5')).toBe(tokensByBytes(11))
  })

  it('waits for them where it may not be too low', async () => {
    const early = createTokenCounter({ monotonic: () => 0, deadlineMs: 500 })
    void early.load()
    const rare = [cjk.slice(0, 100)]
    const tokens = await early.most(rare, 'gpt-5')
    expect(tokens).toBeGreaterThan(tokensByBytes(300))
    expect(await early.count(rare, 'gpt-5')).toBe(tokens)
    expect(await early.most(['a b c d'], 'claude-x')).toBe(4)
    expect(await early.most(['hello world'], 'claude-x')).toBe(tokensByBytes(11))
  })

  describe('with encodings', () => {
    beforeAll(() => counter.load())

    it('is exact for what is published and by bytes for the rest', async () => {
      expect(await counter.count(['hello world'], 'gpt-5')).toBe(2)
      expect(await counter.count(['hello world'], 'claude-x')).toBe(4)
      expect(await counter.count(['<|endoftext|>'], 'gpt-5')).toBeGreaterThan(1)
    })

    it.each([
      ['one letter', 'a'.repeat(2 * 1024 * 1024)],
      ['Chinese', cjk.repeat(13)],
    ])('lets others run while it counts 2 MB of %s without a break', async (_what, text) => {
      const { longest, count } = await ticking(100)
      const tokens = await count([text])
      expect(longest()).toBeLessThanOrEqual(ticksATurn)
      expect(tokens).toBeGreaterThan(text.length / 10)
    })

    it('estimates by bytes what it does not reach before its deadline', async () => {
      const { ticks, count } = await ticking(10)
      const tokens = await count([cjk])
      expect(ticks()).toBeLessThan(30)
      expect(tokens).toBeGreaterThan(tokensByBytes(Buffer.byteLength(cjk)) * 0.9)
    })

    it('counts one long text in a turn, however many wait; those wait no longer than the deadline', async () => {
      const { longest, ticks, count } = await ticking(50)
      const all = await Promise.all(Array.from({ length: 20 }, () => count([cjk])))
      // Who waited too long looks at the clock twice and counts nothing.
      expect(longest()).toBeLessThanOrEqual(ticksATurn + 2 * all.length)
      expect(ticks()).toBeLessThan(50 + 20 * 10)
      for (const tokens of all) expect(tokens).toBeGreaterThan(cjk.length / 2)
    })

    it('does not let a short text wait behind a long one', async () => {
      const { count } = await ticking(100)
      const order: string[] = []
      await Promise.all([
        count([cjk]).then(() => order.push('long')),
        count(['hello world']).then(() => order.push('short')),
      ])
      expect(order).toEqual(['short', 'long'])
    })
  })
})

it('encodings by name', () => {
  expect(encodingOf('gpt-4o')).toBe('o200k_base')
  expect(encodingOf('openai/gpt-4-turbo')).toBe('cl100k_base')
  expect(encodingOf('text-embedding-3-small')).toBe('cl100k_base')
  expect(encodingOf('deepseek-chat')).toBeNull()
})
