import { describe, expect, it } from 'vitest'
import { inRedis } from '../../redis/testing/in-redis.ts'
import { createLimits, type LimitStore } from './limits.ts'
import { memoryStore } from './memory-store.ts'
import { redisStore } from './redis-store.ts'

let last = 0
const nextMember = (): string => `member-${(last += 1)}`

/** What every store must do, asked through the limiters. */
function suite(name: string, store: () => LimitStore, wait: (ms: number) => Promise<void>): void {
  const limits = () => createLimits(store(), nextMember)
  describe(name, () => {
    it('lets so many requests a minute through and says when there are more', async () => {
      const made = limits()
      const key = nextMember()
      const verdicts = await Promise.all([1, 2, 3, 4].map(() => made.requests(key, 3)))
      expect(verdicts.map(({ ok }) => ok)).toEqual([true, true, true, false])
      expect(verdicts.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
      const [first] = verdicts
      expect(first?.resetsInMs).toBeGreaterThan(50_000)
      expect(first?.resetsInMs).toBeLessThanOrEqual(60_000)
      expect((await made.requests(nextMember(), 3)).ok).toBe(true)
    })

    it('counts tokens, lets the last one through whole and gives refused ones back', async () => {
      const made = limits()
      const key = nextMember()
      expect((await made.tokens(key, 100, 90)).ok).toBe(true)
      expect((await made.tokens(key, 100, 500)).ok).toBe(true)
      expect((await made.tokens(key, 100, 5)).ok).toBe(false)
      made.correctTokens(key, -550)
      await wait(20)
      expect((await made.tokens(key, 100, 5)).ok).toBe(true)
    })

    it('has so many places, given back once', async () => {
      const made = limits()
      const key = nextMember()
      const [first, second, third] = await Promise.all([1, 2, 3].map(() => made.enter(key, 2)))
      expect([first, second, third].filter((leave) => leave !== null)).toHaveLength(2)
      const leave = first ?? second
      leave?.()
      leave?.()
      await wait(20)
      expect(await made.enter(key, 2)).not.toBeNull()
      expect(await made.enter(key, 2)).toBeNull()
    })

    it('takes places back whose lease is over', async () => {
      const places = store()
      const key = nextMember()
      expect(await places.enter(key, 'dead', { allowed: 1, leaseMs: 50 })).toBe(true)
      expect(await places.enter(key, 'next', { allowed: 1, leaseMs: 50 })).toBe(false)
      await wait(80)
      expect(await places.enter(key, 'next', { allowed: 1, leaseMs: 50 })).toBe(true)
    })
  })
}

let at = 0
const memory = memoryStore({ monotonic: () => at })
suite(
  'in memory',
  () => memory,
  async (ms) => {
    at += ms
  },
)

inRedis(({ connection }) => {
  suite(
    'shared',
    () => redisStore(connection()),
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  )
})
