import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '@posthouse/testkit/free-port'
import type { MockUpstream } from '@posthouse/testkit/mock-upstream'
import { type ServerProcess, startServer } from '@posthouse/testkit/server-process'
import { inputPrice, outputPrice } from '@posthouse/testkit/stand'

export const stationModel = 'mock/words'

/** A server on a file of its own that is started again and again. */
export type Station = {
  readonly key: string
  readonly databaseFile: string
  start(logLevel?: string, env?: Readonly<Record<string, string>>): ServerProcess
  remove(): Promise<void>
}

/** A first start that sets up a channel, a price and a key; then the server is stopped. */
export async function openStation(upstream: MockUpstream): Promise<Station> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-station-'))
  const databaseFile = join(folder, 'station.db')
  const port = await freePort()
  const start: Station['start'] = (logLevel = 'error', env = {}) =>
    startServer({ port, databaseFile, logLevel, env })
  const first = start()
  await first.ready
  const key = await setUp(first, upstream)
  first.kill('SIGTERM')
  await first.exited
  // The clients of these tests ask more often in a minute than customers may.
  const database = new DatabaseSync(databaseFile)
  database.exec('update user_groups set rpm = 0')
  database.close()
  return {
    key,
    databaseFile,
    start,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A channel to the mock, a price, and a key that it answers. */
export async function setUp(server: ServerProcess, upstream: MockUpstream): Promise<string> {
  const root = await server.root()
  await root.createChannel({
    body: {
      type: 8,
      name: 'mock',
      group: ['default'],
      models: [stationModel],
      key: 'sk-upstream',
      base_url: `${upstream.url}/mock`,
    },
  })
  await root.createPrice({
    body: {
      model: stationModel,
      type: 'tokens',
      channel_type: 8,
      input: String(inputPrice),
      output: String(outputPrice),
    },
  })
  const { key } = await root.createToken({ body: { name: 'station', unlimited_quota: true } })
  return key
}
