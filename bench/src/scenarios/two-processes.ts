import { check, figure, heading, print, table } from '../report.ts'
import { type Measured, measure } from '../measure.ts'
import * as requests from '../requests.ts'
import { median } from '../statistics.ts'
import { startRedis } from '../systems/redis.ts'
import { furnish, raiseGroupLimits, startServer } from '../systems/posthouse.ts'
import { type PostgresWatch, startPostgres } from '../systems/postgres.ts'
import type { System } from '../systems/system.ts'
import type { Workbench } from '../workbench.ts'

const atOnce = 64

type Cost = {
  readonly perSecond: number
  /** Milliseconds that PostgreSQL worked, and that its sessions waited for locks, for a request. */
  readonly databaseMs: number
  readonly lockWaitMs: number
}

/**
 * The same load on one process and on two, in turn. Two cores cannot show that two processes do
 * more; they can show that two do not stand in each other's way.
 */
export async function twoProcesses(bench: Workbench): Promise<void> {
  heading(`One process and two on PostgreSQL and Redis, JSON of 1 KB, ${atOnce} at once in all`)
  await using redis = await startRedis(bench.folder)
  if (redis === null) print('  - no redis-server was found: limits are counted in each process')
  await using postgres = await startPostgres()
  const place = {
    folder: bench.folder,
    env: {
      DATABASE_URL: postgres.url,
      ...(redis === null ? {} : { REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
    },
  }
  await raiseGroupLimits(place, (sql) => postgres.run(sql))
  await using first = await startServer(place)
  await using second = await startServer(place)
  const key = await furnish(first.port, bench.direct.port)
  const headers = { authorization: `Bearer ${key}` }
  const systems = [first, second].map(({ port, pid }): System => ({
    name: `process ${port}`,
    port,
    headers,
    pids: [pid],
    [Symbol.asyncDispose]: async () => {},
  }))
  const costs = { one: [] as Cost[], two: [] as Cost[] }
  for (let round = 0; round < bench.plan.repetitions; round += 1) {
    costs.one.push(await cost(bench, systems.slice(0, 1), postgres))
    costs.two.push(await cost(bench, systems, postgres))
  }
  report(costs)
}

async function cost(
  { plan }: Workbench,
  systems: readonly System[],
  postgres: PostgresWatch,
): Promise<Cost> {
  let ended: (() => Promise<{ activeMs: number; lockWaitMs: number }>) | null = null
  const measured: Measured = await measure(systems, {
    body: requests.jsonBody,
    connections: atOnce,
    seconds: plan.seconds,
    onBegin: () => {
      ended = postgres.watch()
    },
  })
  const stop = ended as (() => Promise<{ activeMs: number; lockWaitMs: number }>) | null
  if (stop === null || measured.requests === 0) throw new Error('nothing was measured')
  if (measured.failures > 0) print(`  ! ${measured.failures} requests failed`)
  const { activeMs, lockWaitMs } = await stop()
  return {
    perSecond: measured.perSecond,
    databaseMs: activeMs / measured.requests,
    lockWaitMs: lockWaitMs / measured.requests,
  }
}

function report(costs: { one: readonly Cost[]; two: readonly Cost[] }): void {
  const of = (list: readonly Cost[], pick: (cost: Cost) => number): number => median(list.map(pick))
  const rows = (['one', 'two'] as const).map((name) => [
    name,
    figure(of(costs[name], ({ perSecond }) => perSecond)),
    figure(of(costs[name], ({ databaseMs }) => databaseMs)),
    figure(of(costs[name], ({ lockWaitMs }) => lockWaitMs)),
  ])
  table([['processes', 'req/s', 'database ms a request', 'lock wait ms a request'], ...rows])
  for (const [what, pick] of [
    ['database time of a request', ({ databaseMs }: Cost) => databaseMs],
    ['lock waits of a request', ({ lockWaitMs }: Cost) => lockWaitMs],
  ] as const) {
    check({
      what: `${what}, two processes against one`,
      measured: of(costs.two, pick),
      bound: of(costs.one, pick),
      wanted: 'at most',
      unit: 'ms',
    })
  }
}
