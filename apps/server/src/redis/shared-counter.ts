import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible'
import { RedisAway, type SharedRedis } from './shared-redis.ts'

export type Counter = Pick<
  RateLimiterAbstract,
  'block' | 'consume' | 'delete' | 'get' | 'penalty' | 'points' | 'reward'
>

type CounterOptions = IRateLimiterOptions & { readonly points: number }

/** Counts for all nodes where there is Redis; otherwise, and while it is away, for this one. */
export function counter(options: CounterOptions, redis: SharedRedis | null): Counter {
  const own = new RateLimiterMemory(options)
  if (redis === null) return own
  const shared = new RateLimiterRedis({ ...options, storeClient: redis.client })
  const askOne = async <Value>(
    ask: (counter: RateLimiterAbstract) => Promise<Value>,
  ): Promise<Value> => {
    try {
      return await redis.ask(() => ask(shared))
    } catch (error) {
      if (!(error instanceof RedisAway)) throw error
      own.points = Math.max(1, Math.floor(options.points / redis.nodes()))
      return ask(own)
    }
  }
  return {
    get points() {
      return redis.awaySince === null ? shared.points : own.points
    },
    block: (key, seconds) => askOne((one) => one.block(key, seconds)),
    consume: (key, points, wants) => askOne((one) => one.consume(key, points, wants)),
    delete: (key) => askOne((one) => one.delete(key)),
    get: (key) => askOne((one) => one.get(key)),
    penalty: (key, points) => askOne((one) => one.penalty(key, points)),
    reward: (key, points) => askOne((one) => one.reward(key, points)),
  }
}
