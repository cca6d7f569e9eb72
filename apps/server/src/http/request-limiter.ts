import { Refusal } from '@posthouse/contract/refusal'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { addressClass } from './client-address.ts'
import { counter } from '../redis/shared-counter.ts'
import type { SharedRedis } from '../redis/shared-redis.ts'

export type RequestLimits = { readonly requests: number; readonly seconds: number }

/** Ten calls a second on average: far above what a console asks for, far below what hurts. */
export const defaultRequestLimits: RequestLimits = { requests: 600, seconds: 60 }

/** Twenty notices a second: far above what a busy bot is told. */
export const defaultNoticeLimits: RequestLimits = { requests: 1_200, seconds: 60 }

/** Counts the console's calls, or the notices, of an address. The model APIs have limits of their own, by key. */
export type RequestLimiter = {
  /** Throws `request.rate` when the address has used up its requests. */
  count(address: string): Promise<void>
}

/** `counted` names what is counted: each has a count of its own. */
export function createRequestLimiter(
  counted: 'calls' | 'notices',
  limits: RequestLimits,
  redis: SharedRedis | null,
): RequestLimiter {
  const options = { keyPrefix: counted, points: limits.requests, duration: limits.seconds }
  const limiter = counter(options, redis)
  return {
    async count(address) {
      try {
        await limiter.consume(addressClass(address))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
        throw new Refusal('request.rate', { seconds }, { retryAfterSeconds: seconds })
      }
    },
  }
}
