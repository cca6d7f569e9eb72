import { once } from 'node:events'
import type { Redis } from 'ioredis'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/clock.ts'
import { within } from './within.ts'

/** Redis did not do what it was asked for. */
export class RedisAway extends Error {
  /** Whether the command may have reached it: then it may still do it. */
  readonly asked: boolean

  constructor(asked: boolean, options?: ErrorOptions) {
    super('Redis is away', options)
    this.asked = asked
  }
}

/** The Redis that all nodes share. Nobody waits for it for long, and while it is away nobody waits at all. */
export type SharedRedis = {
  /** For what makes commands of its own, inside `ask`. */
  readonly client: Redis
  /** Does what the function does. Rejects with `RedisAway`; what is no `Error` passes: a limiter's no. */
  ask<Value>(command: (redis: Redis) => Promise<Value>): Promise<Value>
  /** Since when it is away, in epoch milliseconds. Null: it answers. */
  readonly awaySince: number | null
  /** Told each time that it comes back. */
  whenBack(told: () => void): void
  /** How many nodes share it: a node that counts alone allows its part. */
  nodes(): number
  close(): void
}

export type RedisOptions = {
  readonly log: Log
  readonly clock: Pick<Clock, 'now'>
  readonly nodes: () => number
}

/** Much longer than Redis takes, much shorter than anybody notices. */
const patienceMs = 100
const probeEveryMs = 250
/** A connection that stays silent is dead, or its network gave up: a new one is faster than its time-outs. */
const silentProbesMax = 8
const connectMs = 1_000

/** Answers within about a second, whether Redis is there or not. */
export async function openRedis(url: string, options: RedisOptions): Promise<SharedRedis> {
  const { Redis } = await import('ioredis')
  const client = new Redis(url, {
    // A command is sent now or not at all: what waits in a queue is late for everybody.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectMs,
    disconnectTimeout: patienceMs,
    retryStrategy: () => probeEveryMs,
  })
  const shared = new BoundedRedis(client, options)
  await shared.begin()
  return shared
}

class BoundedRedis implements SharedRedis {
  readonly client: Redis
  readonly #options: RedisOptions
  readonly #whenBack: (() => void)[] = []
  #awaySince: number | null = null
  #probes: NodeJS.Timeout | null = null
  #probing = false
  #silentProbes = 0
  #closed = false

  constructor(client: Redis, options: RedisOptions) {
    this.client = client
    this.#options = options
    // Every command says it too, and then it is logged once.
    client.on('error', () => {})
  }

  async begin(): Promise<void> {
    try {
      await within(once(this.client, 'ready'), connectMs)
    } catch (error) {
      this.#lost(error)
    }
  }

  get awaySince(): number | null {
    return this.#awaySince
  }

  nodes(): number {
    return Math.max(1, this.#options.nodes())
  }

  whenBack(told: () => void): void {
    this.#whenBack.push(told)
  }

  async ask<Value>(command: (redis: Redis) => Promise<Value>): Promise<Value> {
    if (this.#awaySince !== null) throw new RedisAway(false)
    try {
      return await within(command(this.client), patienceMs)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      this.#lost(error)
      throw new RedisAway(true, { cause: error })
    }
  }

  close(): void {
    this.#closed = true
    this.#stopProbes()
    this.client.disconnect()
  }

  #lost(error: unknown): void {
    if (this.#awaySince !== null || this.#closed) return
    this.#awaySince = this.#options.clock.now()
    this.#options.log.warn({ err: error }, 'Redis is away: each node counts for itself')
    this.#probes = setInterval(() => void this.#probe(), probeEveryMs)
    this.#probes.unref()
  }

  /** A write: a Redis that only reads is of no use. */
  async #probe(): Promise<void> {
    if (this.#probing) return
    this.#probing = true
    try {
      await within(this.client.set('posthouse:probe', '1', 'PX', 1_000), patienceMs)
      this.#isBack()
    } catch {
      this.#silentProbes += 1
      if (this.#silentProbes % silentProbesMax === 0) this.client.disconnect(true)
    } finally {
      this.#probing = false
    }
  }

  #isBack(): void {
    if (this.#awaySince === null || this.#closed) return
    const awayMs = this.#options.clock.now() - this.#awaySince
    this.#awaySince = null
    this.#silentProbes = 0
    this.#stopProbes()
    this.#options.log.info({ awayMs }, 'Redis answers again')
    for (const told of this.#whenBack) told()
  }

  #stopProbes(): void {
    if (this.#probes !== null) clearInterval(this.#probes)
    this.#probes = null
  }
}
