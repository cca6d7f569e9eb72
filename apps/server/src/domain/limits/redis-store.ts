import { RateLimiterRedis } from 'rate-limiter-flexible'
import { systemClock } from '../../lib/clock.ts'
import { RedisAway, type SharedRedis } from '../../redis/shared-redis.ts'
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

/** Places that could not be given back are remembered up to this number; the others come back by their lease. */
const owedMax = 10_000

/** Counters that all nodes share, and of this process alone while Redis is away. */
export function redisStore(redis: SharedRedis, prefix = 'posthouse:limit'): LimitStore {
  const own = memoryStore(systemClock)
  return withFallback(sharedStore(redis, prefix), own, () => redis.nodes())
}

function sharedStore(redis: SharedRedis, prefix: string): LimitStore {
  const limiters = new Map<number, RateLimiterRedis>()
  const limiterFor = (windowMs: number): RateLimiterRedis => {
    const known = limiters.get(windowMs)
    if (known !== undefined) return known
    const made = new RateLimiterRedis({
      storeClient: redis.client,
      keyPrefix: prefix,
      // Counting is asked of it, not deciding: the limiter in front decides.
      points: Number.MAX_SAFE_INTEGER,
      duration: windowMs / 1_000,
    })
    limiters.set(windowMs, made)
    return made
  }
  /** Places to give back once Redis is there, by member. */
  const owed = new Map<string, string>()
  const leave = async (key: string, member: string): Promise<boolean> => {
    try {
      return (await redis.ask((client) => client.zrem(`${prefix}:${key}`, member))) > 0
    } catch (error) {
      if (owed.size < owedMax) owed.set(member, key)
      throw error
    }
  }
  redis.whenBack(() => {
    const waiting = [...owed]
    owed.clear()
    for (const [member, key] of waiting) leave(key, member).catch(() => {})
  })
  return {
    add: async (key, amount, windowMs) => {
      const limiter = limiterFor(windowMs)
      const { consumedPoints, msBeforeNext } = await redis.ask(() =>
        amount < 0 ? limiter.reward(key, -amount) : limiter.penalty(key, amount),
      )
      return { total: Math.max(0, consumedPoints), resetsInMs: msBeforeNext, part: 1 }
    },
    enter: async (key, member, { allowed, leaseMs }) => {
      const figures = [String(allowed), String(leaseMs)]
      try {
        const entered = await redis.ask((client) =>
          client.eval(enterScript, 1, `${prefix}:${key}`, member, ...figures),
        )
        return entered === 1
      } catch (error) {
        // It may have been let in all the same.
        if (error instanceof RedisAway && error.asked && owed.size < owedMax) owed.set(member, key)
        throw error
      }
    },
    leave,
    close: async () => {},
  }
}
