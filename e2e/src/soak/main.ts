import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@posthouse/testkit/free-port'
import { openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { startPostgres } from '@posthouse/testkit/postgres-server'
import { randomFrom, seedOfRun } from '@posthouse/testkit/random'
import { type ServerProcess, startServer } from '@posthouse/testkit/server-process'
import pg from 'pg'
import { answerInWords, type Journals } from '../faults/load.ts'
import { setUp, stationModel } from '../faults/station.ts'
import { startClients } from './clients.ts'
import { faultsOf } from './compare.ts'
import { disturb, type SoakClock } from './disturb.ts'
import { databasePart, type NodePart, nodePart, redisPart } from './parts.ts'
import { planOf } from './plan.ts'
import { readBooks } from './read-books.ts'

/*
 * npm run soak -- [minutes]: two nodes on PostgreSQL and Redis under load, while one part after the other is
 * paused, killed and restarted in an order of the seed's; then the books against the journals of the clients
 * and of the upstream. Ends with 1 when they differ.
 */

const minutes = Number(process.argv[2] ?? 30)
const clientsAtOnce = 32
const seed = seedOfRun()
console.log(`${minutes} minutes. POSTHOUSE_SEED=${seed} repeats this order.`)

const clock: SoakClock = { now: () => performance.now(), sleep: (ms) => delay(ms) }
const random = randomFrom(seed)
const folder = await mkdtemp(join(tmpdir(), 'posthouse-soak-'))
const upstream = await openMockUpstream()
const database = await startPostgres()
const redisPort = await freePort()
const redis = await redisPart(redisPort)
const shared = { DATABASE_URL: database.url, REDIS_URL: `redis://127.0.0.1:${redisPort}` }

const ports = [await freePort(), await freePort()]
const launch = (port: number) => (): ServerProcess =>
  startServer({ port, databaseFile: join(folder, 'unused.db'), env: shared, cwd: folder })
const addressOf = (node: NodePart): string => node.current().address

const first = nodePart(launch(ports[0] ?? 0))
await first.current().ready
const key = await setUp(first.current(), upstream)
await administer(`update user_groups set rpm = 0`)
await first.end()
await first.start()
const second = nodePart(launch(ports[1] ?? 0))
await second.current().ready
const granted = Number(
  await administer(`select sum(balance) from ledger_accounts where code like 'wallet:%'`),
)

const journals: Journals = { asked: [], sent: new Map() }
answerInWords(upstream, journals, random)
const clients = startClients({
  nodes: [
    { name: 'node 1', address: addressOf(first) },
    { name: 'node 2', address: addressOf(second) },
  ],
  key,
  model: stationModel,
  count: clientsAtOnce,
  random,
  clock,
})

const plan = planOf(random, minutes * 60_000)
const disturbances = await disturb(
  plan,
  { 'node 1': first, 'node 2': second, database: databasePart(database), Redis: redis },
  {
    clock,
    say: ({ at, victim, way, forMs }) =>
      console.log(`${(at / 1_000).toFixed(1).padStart(7)} s  ${way} ${victim} for ${forMs} ms`),
  },
)
await delay(Math.min(20_000, minutes * 10_000))
await clients.stop()

const environment = { ...process.env, ...shared, POSTHOUSE_SECRET_KEY: first.current().secretKey }
const books = await readBooks(database.url, environment, granted)
const faults = faultsOf(
  {
    heard: clients.heard,
    sent: new Map([...journals.sent].map(([name, { words }]) => [name, words])),
    disturbances,
  },
  books,
)
const done = clients.heard.filter((request) => request.done).length
console.log(
  `${disturbances.length} disturbances, ${clients.heard.length} requests, ${done} complete answers, ${books.charges.length} charges`,
)
for (const fault of faults) console.log(`✗ ${fault}`)
console.log(faults.length === 0 ? 'The books balance.' : `${faults.length} faults`)

await Promise.all([first.end(), second.end()])
await redis.end()
await upstream.close()
await database.remove()
await rm(folder, { recursive: true, force: true })
process.exitCode = faults.length === 0 ? 0 : 1

/** Runs a statement; answers the first value of its first row. */
async function administer(sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}
