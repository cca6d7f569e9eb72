import { once } from 'node:events'
import { createServer } from 'node:net'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { eventually } from '@posthouse/testkit/books'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { createLimits } from '../domain/limits/limits.ts'
import { redisStore } from '../domain/limits/redis-store.ts'
import { counter } from './shared-counter.ts'
import { openRedis, RedisAway, type SharedRedis } from './shared-redis.ts'
import { inRedis } from './testing/in-redis.ts'

const ping = (redis: SharedRedis): Promise<string> => redis.ask((client) => client.ping())
const isBack = (redis: SharedRedis) => () => (redis.awaySince === null ? true : null)

/** Everything that is logged, a line each. */
function heard() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }) }
}

const refusalOf = async (asked: Promise<unknown>): Promise<RedisAway> => {
  const error: unknown = await asked.catch((problem: unknown) => problem)
  if (!(error instanceof RedisAway)) throw new Error(`not away: ${String(error)}`)
  return error
}

let names = 0
const newName = (): string => `name ${(names += 1)}`

inRedis(({ another, pause, goOn, kill, restart }) => {
  describe('Redis that hangs', () => {
    it('is waited for once, left alone, and taken back when it answers', async () => {
      const { lines, log } = heard()
      const redis = await another({ log })
      expect(await ping(redis)).toBe('PONG')
      pause()
      expect((await refusalOf(ping(redis))).asked).toBe(true)
      expect(redis.awaySince).not.toBeNull()
      // Nothing reaches it meanwhile, so nothing waits.
      let reached = false
      const refusal = await refusalOf(
        redis.ask(() => {
          reached = true
          return Promise.resolve()
        }),
      )
      expect([refusal.asked, reached]).toEqual([false, false])
      goOn()
      await eventually('Redis again', isBack(redis))
      expect(await ping(redis)).toBe('PONG')
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        'Redis is away: each node counts for itself',
        'Redis answers again',
      ])
      redis.close()
    })

    it('has another connection made when it stays silent for long', async () => {
      const redis = await another()
      let connections = 0
      redis.client.on('connect', () => (connections += 1))
      pause()
      await refusalOf(ping(redis))
      await eventually('another connection', () => (connections > 0 ? true : null))
      goOn()
      await eventually('Redis again', isBack(redis))
      redis.close()
    })

    it('is no reason to wait at the start', async () => {
      pause()
      const redis = await another()
      expect(redis.awaySince).not.toBeNull()
      goOn()
      await eventually('Redis again', isBack(redis))
      redis.close()
    })
  })

  it('Redis that died is away until it is started again', async () => {
    const redis = await another()
    await kill()
    await refusalOf(ping(redis))
    expect(redis.awaySince).not.toBeNull()
    await restart()
    await eventually('Redis again', isBack(redis))
    expect(await ping(redis)).toBe('PONG')
    redis.close()
  })

  it('Redis that only reads is away', async () => {
    const redis = await another()
    await redis.client.replicaof('127.0.0.1', 1)
    await refusalOf(redis.ask((client) => client.set('key', 'value')))
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(redis.awaySince).not.toBeNull()
    await redis.client.replicaof('NO', 'ONE')
    await eventually('Redis again', isBack(redis))
    redis.close()
  })

  describe('while it is away', () => {
    it('a node of four allows a fourth, and all of it afterwards', async () => {
      const redis = await another({ nodes: () => 4 })
      const limits = createLimits(redisStore(redis), newName)
      const guesses = counter({ keyPrefix: newName(), points: 8, duration: 60 }, redis)
      const key = newName()
      const allowedOf = async (times: number): Promise<number> => {
        const asked = await Promise.all(
          Array.from({ length: times }, () => limits.requests(key, 12)),
        )
        return asked.filter(({ ok }) => ok).length
      }
      const guessed = async (times: number, name: string): Promise<number> => {
        const found = await Promise.allSettled(
          Array.from({ length: times }, () => guesses.consume(name)),
        )
        for (const one of found) {
          if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(RateLimiterRes)
        }
        return found.filter(({ status }) => status === 'fulfilled').length
      }
      expect(await guessed(20, 'a')).toBe(8)
      pause()
      expect(await allowedOf(20)).toBe(3)
      expect(await guessed(20, 'b')).toBe(2)
      goOn()
      await eventually('Redis again', isBack(redis))
      expect(await guessed(20, 'c')).toBe(8)
      redis.close()
    })

    it('a place that is given back is given back there when it answers again', async () => {
      const redis = await another()
      const limits = createLimits(redisStore(redis), newName)
      const key = newName()
      const leave = await limits.enter(key, 1)
      pause()
      // Asked of a Redis that hangs: it lets this one in later, when nobody is there any more.
      const alone = await limits.enter(key, 1)
      expect(alone).not.toBeNull()
      alone?.()
      leave?.()
      goOn()
      await eventually('Redis again', isBack(redis))
      await eventually('a free place', () => limits.enter(key, 1))
      expect(await limits.enter(key, 1)).toBeNull()
      redis.close()
    })
  })
})

it('a place where nobody answers is away, and a start does not wait for it', async () => {
  // It takes connections and says nothing, as what stands behind a broken network does.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const { log } = heard()
  const redis = await openRedis(`redis://127.0.0.1:${address.port}`, {
    log,
    clock: systemClock,
    nodes: () => 1,
  })
  expect(redis.awaySince).not.toBeNull()
  const limits = createLimits(redisStore(redis), newName)
  expect((await limits.requests('key', 1)).ok).toBe(true)
  expect((await limits.requests('key', 1)).ok).toBe(false)
  redis.close()
  silent.close()
})
