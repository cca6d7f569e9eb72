import type { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { systemClock } from '../lib/clock.ts'
import { withFallback } from './fallback-store.ts'
import type { LimitStore } from './limits.ts'
import { memoryStore } from './memory-store.ts'

/**
 * Takes a place in one step on Redis, by Redis' own clock: places whose lease ran out go first, so
 * that a process that died does not keep its places.
 */
const enterScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

/**
 * Counters that all nodes share, and of this process alone while Redis is away. The caller owns the
 * connection and closes it; it should fail commands soon when the connection is gone.
 */
export function redisStore(redis: Redis, prefix = 'posthouse:limit'): LimitStore {
  return withFallback(sharedStore(redis, prefix), memoryStore(systemClock))
}

function sharedStore(redis: Redis, prefix: string): LimitStore {
  const limiters = new Map<number, RateLimiterRedis>()
  const limiterFor = (windowMs: number): RateLimiterRedis => {
    const known = limiters.get(windowMs)
    if (known !== undefined) return known
    const made = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: prefix,
      // Counting is asked of it, not deciding: the limiter in front decides.
      points: Number.MAX_SAFE_INTEGER,
      duration: windowMs / 1_000,
    })
    limiters.set(windowMs, made)
    return made
  }
  return {
    add: async (key, amount, windowMs) => {
      const limiter = limiterFor(windowMs)
      const result = await (amount < 0
        ? limiter.reward(key, -amount)
        : limiter.penalty(key, amount))
      return { total: Math.max(0, result.consumedPoints), resetsInMs: result.msBeforeNext }
    },
    enter: async (key, member, { allowed, leaseMs }) => {
      const entered = await redis.eval(
        enterScript,
        1,
        `${prefix}:${key}`,
        member,
        String(allowed),
        String(leaseMs),
      )
      return entered === 1
    },
    leave: async (key, member) => {
      await redis.zrem(`${prefix}:${key}`, member)
    },
    close: async () => {},
  }
}
