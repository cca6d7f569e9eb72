import { RateLimiterRes } from 'rate-limiter-flexible'
import { counter } from '../../redis/shared-counter.ts'
import type { SharedRedis } from '../../redis/shared-redis.ts'

export type GrowingWaitOptions = {
  readonly keyPrefix: string
  /** Attempts without a wait. After them each wait is twice the previous one. */
  readonly free: number
  /** Counts are forgotten after this. */
  readonly seconds: number
  readonly longestSeconds: number
}

/** Counts attempts by key and makes frequent ones wait. */
export type GrowingWait = {
  /** Counts an attempt and returns 0 if allowed, else the seconds to wait. Attempts during a wait are not counted. */
  take(key: string): Promise<number>
  /** Uncounts an attempt. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Counts atomically first, so that concurrent attempts gain nothing. */
export function createGrowingWait(
  { keyPrefix, free, seconds, longestSeconds }: GrowingWaitOptions,
  redis: SharedRedis | null,
): GrowingWait {
  const taken = counter({ keyPrefix, points: free, duration: seconds }, redis)
  const gate = counter({ keyPrefix: `${keyPrefix}-wait`, points: 1, duration: 1 }, redis)
  return {
    async take(key) {
      const { consumedPoints } = await taken.penalty(key)
      // Not `free`, because each node allows its share while Redis is unavailable.
      const over = consumedPoints - taken.points
      if (over <= 0) return 0
      try {
        await gate.consume(key, 1, { customDuration: Math.min(longestSeconds, 2 ** (over - 1)) })
        return 0
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        await taken.reward(key)
        return Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
      }
    },
    async giveBack(key) {
      await taken.reward(key)
    },
    async forget(key) {
      await Promise.all([taken.delete(key), gate.delete(key)])
    },
  }
}
