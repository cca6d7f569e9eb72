import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type Child, startChild } from '../child.ts'
import { freePort } from '@posthouse/testkit/free-port'
import { models } from '../mock/answers.ts'
import { ConsoleClient } from './console-client.ts'
import type { System } from './system.ts'

const script = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url))
export const rootPassword = 'root of the bench'

/** High enough never to refuse, and on: every request is counted against them. */
const manyRequests = 1_000_000_000
const manyTokens = 1_000_000_000_000
const atOnce = 100_000
const balance = 1_000_000_000_000

/** OpenAI-compatible, with an address of its own. */
const compatibleType = 8

export type ServerPlace = {
  readonly folder: string
  /** Options of Node itself: a profile, for instance. */
  readonly nodeOptions?: readonly string[]
  /** Other databases than a SQLite file in the folder. */
  readonly env?: Readonly<Record<string, string>>
}

/** The server as it is, in a process of its own. Ready when it says that it listens. */
export async function startServer(place: ServerPlace): Promise<Child & { readonly port: number }> {
  const port = await freePort()
  const child = await startChild([process.execPath, ...(place.nodeOptions ?? []), script], {
    core: 0,
    cwd: place.folder,
    readyLine: /^Posthouse is open at (.*)$/,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseFile(place.folder),
      POSTHOUSE_ROOT_PASSWORD: rootPassword,
      POSTHOUSE_SECRET_KEY: 'a secret key of the bench, long enough',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...place.env,
    },
  })
  return { ...child, port }
}

export const databaseFile = (folder: string): string => join(folder, 'bench.db')

/** A first start makes the tables; then group limits are raised where no call can raise them. */
export async function raiseGroupLimits(
  place: ServerPlace,
  run: (sql: string) => Promise<void>,
): Promise<void> {
  const first = await startServer(place)
  await first.stop()
  await run(`update user_groups set rpm = ${manyRequests}`)
}

/** A SQLite file that is ready to be measured. */
export const prepareDatabase = (folder: string): Promise<void> =>
  raiseGroupLimits({ folder }, async (sql) => {
    const database = new DatabaseSync(databaseFile(folder))
    database.exec(sql)
    database.close()
  })

/** Channel, price, balance and a key, all made as an operator would make them. */
export async function furnish(port: number, upstreamPort: number): Promise<string> {
  const client = new ConsoleClient(port)
  await client.signIn(rootPassword)
  for (const model of Object.values(models)) {
    const price = { model, type: 'tokens', channel_type: compatibleType, input: '1', output: '1' }
    await client.call('POST', '/api/prices/single', price)
  }
  await client.call('POST', '/api/channel/', {
    type: compatibleType,
    name: 'Mock supplier',
    group: ['default'],
    models: Object.values(models),
    key: 'sk-mock',
    base_url: `http://127.0.0.1:${upstreamPort}`,
  })
  await client.call('POST', '/api/user/quota/1', { quota: balance, remark: 'for the bench' })
  const token = (await client.call('POST', '/api/token/', {
    name: 'bench',
    remain_quota: balance,
    limits: {
      requests_per_minute: manyRequests,
      tokens_per_minute: manyTokens,
      concurrency: atOnce,
    },
  })) as { readonly key: string }
  return token.key
}

/** Ours, on SQLite: authentication, limits, durable holds, settlement and log are on. */
export async function startPosthouse(upstreamPort: number, place: ServerPlace): Promise<System> {
  const server = await startServer(place)
  const key = await furnish(server.port, upstreamPort)
  return {
    name: 'posthouse',
    port: server.port,
    headers: { authorization: `Bearer ${key}` },
    pids: [server.pid],
    [Symbol.asyncDispose]: () => server.stop(),
  }
}
