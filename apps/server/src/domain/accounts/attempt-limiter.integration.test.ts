import { Refusal } from '@posthouse/contract/refusal'
import { expect, it } from 'vitest'
import { inRedis } from '../../redis/testing/in-redis.ts'
import { type AttemptLimiter, createAttemptLimiter, type Guess } from './attempt-limiter.ts'

const limits = { ofName: 5, ofAddress: 1_000, ofEverybody: 50 }

let names = 0
const newGuess = (): Guess => ({
  whose: `account:${(names += 1)}`,
  by: { address: '192.0.2.1' },
})

/** Whether a guess was looked at. */
const taken = (limiter: AttemptLimiter, guess: Guess): Promise<boolean> =>
  limiter.count(guess).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'auth.too-many-attempts') return false
      throw error
    },
  )

const countTaken = async (guesses: readonly Promise<boolean>[]): Promise<number> =>
  (await Promise.all(guesses)).filter(Boolean).length

inRedis(({ connection, another, pause, goOn }) => {
  it('looks at no more guesses than one node would, whichever they come to', async () => {
    const other = await another()
    const nodes = [connection(), other].map((redis) => createAttemptLimiter(limits, redis))
    const guess = newGuess()
    const guesses = Array.from({ length: 100 }, () => nodes.map((node) => taken(node, guess)))
    expect(await countTaken(guesses.flat())).toBe(6)
    const [first] = nodes
    await first?.forget(guess)
    expect(await countTaken(nodes.map((node) => taken(node, guess)))).toBe(2)
    other.close()
  })

  it('gives each of two nodes its part while Redis is away, and none to who waits', async () => {
    const alone = await another({ nodes: () => 2 })
    const limiter = createAttemptLimiter(limits, alone)
    pause()
    const guess = newGuess()
    await taken(limiter, guess)
    expect(alone.awaySince).not.toBeNull()
    const rest = Array.from({ length: 50 }, () => taken(limiter, guess))
    expect(await countTaken(rest)).toBeLessThanOrEqual(3)
    goOn()
    alone.close()
  })
})
