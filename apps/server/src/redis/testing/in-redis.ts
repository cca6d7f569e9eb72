import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { openRedis, type RedisOptions, type SharedRedis } from '../shared-redis.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export type TestRedis = {
  /** The one connection of the tests. */
  readonly connection: () => SharedRedis
  /** As another process has it. Whoever asks for it closes it. */
  readonly another: (options?: Partial<RedisOptions>) => Promise<SharedRedis>
  /** It takes connections and answers nothing, until it goes on. */
  readonly pause: () => void
  readonly goOn: () => void
  readonly kill: () => Promise<void>
  /** Empty, at the same place. */
  readonly restart: () => Promise<void>
}

/** Tests before a Redis of their own, on a socket in a folder; where none is installed they are skipped. */
export function inRedis(tests: (redis: TestRedis) => void): void {
  const name = hasRedis ? 'in Redis' : 'in Redis (skipped: no redis-server here)'
  describe.skipIf(!hasRedis)(name, () => {
    let folder = ''
    const socket = (): string => join(folder, 'redis.sock')
    let server: ChildProcess | null = null
    let redis: SharedRedis | null = null
    const start = async (): Promise<void> => {
      server = spawn('redis-server', ['--port', '0', '--unixsocket', socket(), '--save', ''])
      await untilItListens(socket())
    }
    const another = (options: Partial<RedisOptions> = {}): Promise<SharedRedis> =>
      openRedis(socket(), {
        log: pino({ level: 'silent' }),
        clock: systemClock,
        nodes: () => 1,
        ...options,
      })
    const kill = async (): Promise<void> => {
      if (server === null) return
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      server = null
    }
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'posthouse-redis-'))
      await start()
      redis = await another()
    })
    afterAll(async () => {
      redis?.close()
      await kill()
      await rm(folder, { recursive: true, force: true })
    })
    tests({
      connection: () => {
        if (redis === null) throw new Error('no Redis')
        return redis
      },
      another,
      pause: () => void server?.kill('SIGSTOP'),
      goOn: () => void server?.kill('SIGCONT'),
      kill,
      restart: start,
    })
  })
}

async function untilItListens(socket: string): Promise<void> {
  for (;;) {
    const probe = connect(socket)
    try {
      await once(probe, 'connect')
      return
    } catch {
      await delay(20)
    } finally {
      probe.destroy()
    }
  }
}
