import { Refusal } from '@posthouse/contract/refusal'
import { counter } from '../redis/shared-counter.ts'
import type { SharedRedis } from '../redis/shared-redis.ts'

export type AttemptLimits = { readonly failures: number; readonly seconds: number }

/** Twenty failures in twenty minutes, the family's limit on what is worth guessing. */
export const defaultAttemptLimits: AttemptLimits = { failures: 20, seconds: 1_200 }

/** Counts failed guesses by name (an address, an account). All names must be under the limit. */
export type AttemptLimiter = {
  /** Throws `auth.too-many-attempts` when one of the names has used up its failures. */
  check(names: readonly string[]): Promise<void>
  count(names: readonly string[]): Promise<void>
  forget(names: readonly string[]): Promise<void>
}

export function createAttemptLimiter(
  limits: AttemptLimits,
  redis: SharedRedis | null,
): AttemptLimiter {
  const options = { keyPrefix: 'attempts', points: limits.failures, duration: limits.seconds }
  const limiter = counter(options, redis)
  return {
    async check(names) {
      const states = await Promise.all(names.map((name) => limiter.get(name)))
      const spent = states.find(
        (state) => state !== null && state.consumedPoints >= limits.failures,
      )
      if (spent == null) return
      const seconds = Math.max(1, Math.ceil(spent.msBeforeNext / 1_000))
      throw new Refusal('auth.too-many-attempts', { seconds }, { retryAfterSeconds: seconds })
    },
    async count(names) {
      await Promise.all(names.map((name) => limiter.penalty(name)))
    },
    async forget(names) {
      await Promise.all(names.map((name) => limiter.delete(name)))
    },
  }
}
