import { DatabaseSync } from 'node:sqlite'
import { check, figure, heading, print, table } from '../report.ts'
import { quantile } from '../statistics.ts'
import { ConsoleClient } from '../systems/console-client.ts'
import { databaseFile, rootPassword, startServer } from '../systems/posthouse.ts'
import type { Workbench } from '../workbench.ts'
import { fillLog, logShape } from './fill-log.ts'

const roundsEach = 40
const { users, tokensPerUser, models, channels, days } = logShape
const daySeconds = 86_400

type Query = (round: number) => string
type Timed = { readonly name: string; readonly p50: number; readonly p95: number }

/** Every filter of the log alone, and the pairs that an administrator puts together. */
const filters: Readonly<Record<string, Query>> = {
  user: (round) => `username=user-${(round * 7) % users}`,
  token: (round) => `token_name=token-${(round * 11) % (users * tokensPerUser)}`,
  model: (round) => `model_name=model-${round % models}`,
  channel: (round) => `channel_id=${1 + (round % channels)}`,
  time: (round) => {
    const end = Math.floor(Date.now() / 1_000) - ((round * 3) % days) * daySeconds
    return `start_timestamp=${end - daySeconds}&end_timestamp=${end}`
  },
}

/** The console's log and dashboard over a long history, through its API. */
export async function consolePages(bench: Workbench): Promise<void> {
  const { rows } = bench.plan
  heading(`Console over ${rows.toLocaleString('en').replaceAll(',', ' ')} rows of log`)
  const place = await bench.place('console')
  const startedAt = performance.now()
  const database = new DatabaseSync(databaseFile(place.folder))
  fillLog(database, rows)
  database.close()
  print(`  filled in ${figure((performance.now() - startedAt) / 1_000)} s`)
  const server = await startServer({ ...place, env: { TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    const client = new ConsoleClient(server.port)
    await client.signIn(rootPassword)
    await pages(client)
    await sums(client)
    await dashboard(client)
    await analytics(client)
  } finally {
    await server.stop()
  }
}

async function pages(client: ConsoleClient): Promise<void> {
  const timed: Timed[] = [await time(client, 'newest', () => '/api/log/?size=20')]
  for (const [name, query] of combinations()) {
    timed.push(await time(client, name, (round) => `/api/log/?size=20&${query(round)}`))
  }
  report('log page', timed, 100)
}

async function sums(client: ConsoleClient): Promise<void> {
  const timed: Timed[] = [await time(client, 'everything', () => '/api/log/stat?')]
  for (const [name, query] of Object.entries(filters)) {
    timed.push(await time(client, name, (round) => `/api/log/stat?${query(round)}`))
  }
  report('sums', timed, 100)
}

async function dashboard(client: ConsoleClient): Promise<void> {
  const timed = [
    await time(client, 'dashboard', () => '/api/user/dashboard?time_zone=Asia/Shanghai'),
    await time(client, 'dashboard of 90 days', () => '/api/user/dashboard?days=90'),
  ]
  report('dashboard', timed, 50)
}

/** Each question that the page of analytics asks, over a week and over all that there is. */
async function analytics(client: ConsoleClient): Promise<void> {
  const timed = [
    await time(client, 'statistics', () => '/api/analytics/statistics'),
    await time(client, 'today', () => '/api/analytics/today'),
  ]
  const now = Math.floor(Date.now() / 1_000)
  for (const length of [7, days]) {
    const span = `start_timestamp=${now - length * daySeconds}&time_zone=Asia/Shanghai`
    timed.push(
      await time(client, `period of ${length} days`, () => `/api/analytics/period?${span}`),
    )
    for (const by of ['channel', 'model', 'supplier', 'user', 'group', 'token']) {
      timed.push(
        await time(client, `${length} days by ${by}`, () => `/api/log/series?${span}&by=${by}`),
      )
    }
  }
  report('analytics', timed, 300)
}

function combinations(): [string, Query][] {
  const single = Object.entries(filters)
  const pairs = single.flatMap(([name, query], index) =>
    single
      .slice(index + 1)
      .map(([other, more]): [string, Query] => [
        `${name} × ${other}`,
        (round) => `${query(round)}&${more(round)}`,
      ]),
  )
  return [...single, ...pairs]
}

async function time(client: ConsoleClient, name: string, path: Query): Promise<Timed> {
  const times: number[] = []
  let slowMs = 0
  // A query of seconds is known after a few rounds.
  for (let round = 0; round < roundsEach && slowMs < 10_000; round += 1) {
    const startedAt = performance.now()
    await client.call('GET', path(round))
    times.push(performance.now() - startedAt)
    slowMs += performance.now() - startedAt
  }
  return { name, p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

function report(what: string, timed: readonly Timed[], bound: number): void {
  const rows = timed.map(({ name, p50, p95 }) => [name, figure(p50), figure(p95)])
  table([[what, 'p50 ms', 'p95 ms'], ...rows])
  const slowest = timed.reduce((worst, one) => (one.p95 > worst.p95 ? one : worst))
  const late = timed.filter(({ p95 }) => p95 > bound).length
  check({
    what: `${what}, p95 of the slowest (${slowest.name}; ${late} of ${timed.length} too slow)`,
    measured: slowest.p95,
    bound,
    wanted: 'at most',
    unit: 'ms',
  })
}
