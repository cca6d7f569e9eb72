import { beforeAll, describe, expect, it } from 'vitest'
import {
  countedCharactersMax,
  createTokenCounter,
  encodingOf,
  tokensByBytes,
} from './token-counter.ts'

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
  const during = async <Result>(work: Promise<Result>): Promise<Result> => {
    let running = true
    const turn = (): void => {
      sinceTurn = 0
      if (running) setImmediate(turn)
    }
    setImmediate(turn)
    const result = await work
    running = false
    return result
  }
  const count = (texts: readonly string[]) => during(counted.count(texts, 'gpt-5'))
  const guess = (texts: readonly string[]) => during(counted.guess(texts, 'gpt-5'))
  return { count, guess, hurry: () => counted.hurry(), ticks: () => ticks, longest: () => longest }
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
    const starting = createTokenCounter({ monotonic: () => 0, deadlineMs: 500 })
    void starting.load()
    expect(await starting.guess(rare, 'gpt-5')).toEqual({ tokens: 100, isWhole: false })
    expect(await starting.count(rare, 'gpt-5')).toBe(tokens)
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
    ])(
      'lets others run while it counts 2 MB of %s without a break',
      async (_what, text) => {
        const { longest, count } = await ticking(100)
        const tokens = await count([text])
        expect(longest()).toBeLessThanOrEqual(ticksATurn)
        expect(tokens).toBeGreaterThan(text.length / 10)
      },
      120_000,
    )

    it('guesses by bytes what it does not reach before its deadline', async () => {
      const { ticks, guess } = await ticking(10)
      const { tokens, isWhole } = await guess([cjk])
      expect(ticks()).toBeLessThan(30)
      expect(tokens).toBeGreaterThan(tokensByBytes(Buffer.byteLength(cjk)) * 0.9)
      expect(isWhole).toBe(false)
      expect(await guess(['hello world'])).toMatchObject({ tokens: 2, isWhole: true })
    })

    it('shares a turn among all guesses that wait; they wait no longer than the deadline', async () => {
      const { longest, ticks, guess } = await ticking(50)
      const all = await Promise.all(Array.from({ length: 20 }, () => guess([cjk])))
      // A step of a guess looks at the clock, and so does who gives the turns.
      expect(longest()).toBeLessThanOrEqual(ticksATurn + all.length)
      expect(ticks()).toBeLessThan(50 + 20 * 10)
      for (const { tokens } of all) expect(tokens).toBeGreaterThan(cjk.length / 2)
    })

    it('counts the same text alike, however many wait and however slow it goes', async () => {
      const text = cjk.slice(0, 20_000)
      const { count, longest } = await ticking(10)
      const exact = await counter.most([text], 'gpt-5')
      expect(exact).not.toBe(tokensByBytes(Buffer.byteLength(text)))
      const all = await Promise.all(Array.from({ length: 40 }, () => count([text])))
      expect(new Set(all)).toEqual(new Set([exact]))
      expect(longest()).toBeLessThanOrEqual(ticksATurn + all.length)
    })

    it('counts in turn: a longer text holds up none that is shorter', async () => {
      const { count } = await ticking(10)
      const order: string[] = []
      await Promise.all([
        count([cjk]).then(() => order.push('long')),
        count([cjk.slice(0, 10_000)]).then(() => order.push('shorter')),
      ])
      expect(order).toEqual(['shorter', 'long'])
    })

    it('goes by bytes beyond what is counted at most', async () => {
      const { count } = await ticking(10)
      const text = 'a'.repeat(countedCharactersMax)
      expect(await count([text, 'hello world'])).toBe((await counter.most([text], 'gpt-5')) + 4)
    })

    it('goes by bytes with what is long once it must hurry', async () => {
      const { count, hurry } = await ticking(10)
      const counting = count([cjk])
      hurry()
      expect(await counting).toBe(tokensByBytes(Buffer.byteLength(cjk)))
      expect(await count(['hello world'])).toBe(2)
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
