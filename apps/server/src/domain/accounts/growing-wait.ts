import { RateLimiterRes } from 'rate-limiter-flexible'
import { counter } from '../../redis/shared-counter.ts'
import type { SharedRedis } from '../../redis/shared-redis.ts'

export type GrowingWaitOptions = {
  readonly keyPrefix: string
  /** So many are taken without a wait; then one at a time, each wait twice the one before. */
  readonly free: number
  /** Counts are forgotten after this. */
  readonly seconds: number
  readonly longestSeconds: number
}

/** Counts what comes in too often and makes it wait. One key knows nothing of another. */
export type GrowingWait = {
  /** Counts one and answers 0 when it may go on, else the seconds to wait; what waits is not counted. */
  take(key: string): Promise<number>
  /** It was no guess: as if it had not been counted. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

/** Counting comes first and is atomic, so that of many at the same moment no more go on than one by one. */
export function createGrowingWait(
  { keyPrefix, free, seconds, longestSeconds }: GrowingWaitOptions,
  redis: SharedRedis | null,
): GrowingWait {
  const taken = counter({ keyPrefix, points: free, duration: seconds }, redis)
  const gate = counter({ keyPrefix: `${keyPrefix}-wait`, points: 1, duration: 1 }, redis)
  return {
    async take(key) {
      const { consumedPoints } = await taken.penalty(key)
      // Not `free`: while Redis is away each node allows its part.
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
