import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe } from 'vitest'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export type TestRedis = {
  /** The one connection of the tests. */
  readonly connection: () => Redis
  /** As another process has it. Whoever asks for it closes it. */
  readonly another: () => Redis
}

/** Tests before a Redis of their own, on a socket in a folder; where none is installed they are skipped. */
export function inRedis(tests: (redis: TestRedis) => void): void {
  const name = hasRedis ? 'in Redis' : 'in Redis (skipped: no redis-server here)'
  describe.skipIf(!hasRedis)(name, () => {
    let folder = ''
    const socket = (): string => join(folder, 'redis.sock')
    let server: ChildProcess | null = null
    let redis: Redis | null = null
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'posthouse-redis-'))
      server = spawn('redis-server', ['--port', '0', '--unixsocket', socket(), '--save', ''])
      redis = new Redis(socket(), { lazyConnect: true, retryStrategy: () => 50 })
      redis.on('error', () => {})
      await redis.ping()
    })
    afterAll(async () => {
      await redis?.quit()
      server?.kill()
      await rm(folder, { recursive: true, force: true })
    })
    tests({
      connection: () => {
        if (redis === null) throw new Error('no Redis')
        return redis
      },
      another: () => new Redis(socket()),
    })
  })
}
