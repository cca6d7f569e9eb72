import type { Redis } from 'ioredis'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'

/**
 * A counter that all nodes share where there is Redis. Without it for a moment each node counts
 * alone: a limit is no reason to close.
 */
export function rateLimiter(
  options: { readonly keyPrefix: string; readonly points: number; readonly duration: number },
  redis: Redis | null,
): RateLimiterAbstract {
  const memory = new RateLimiterMemory(options)
  if (redis === null) return memory
  return new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
}
