import { join } from 'node:path'
import { endIncarnation, startIncarnation } from '@posthouse/ledger/incarnation'
import { testDatabase } from '@posthouse/testkit/database'
import { grant, hold, settle } from '@posthouse/testkit/ledger-commands'
import { expect, test } from 'vitest'
import { foldRollups } from './fold-rollups.ts'
import { metersOf } from './meters.ts'
import { latenciesOf } from './latencies.ts'
import { createRollupStore } from './rollup-store.ts'
import { sumsOf } from '../log-sums.ts'
import { talliesOf } from './tallies.ts'

const hourMs = 3_600_000
const now = Date.UTC(2026, 10, 23, 12, 30)
const thisHour = BigInt(Math.floor(now / hourMs))
const clock = { now: () => now, monotonic: () => now }

const everything = {
  userId: null,
  channel_id: 0,
  model_name: '',
  start_timestamp: 0,
  end_timestamp: 0,
  log_type: 0,
  token_name: '',
  request_id: '',
  username: '',
  source_ip: '',
  doubted: 0,
  before_id: 0,
} as const

/** A call of a node, an hour or more ago, by the user 1. */
const call = (id: string, node: string, hoursAgo = 0n) =>
  settle(id, 3, {
    usage: null,
    tallies: [
      { hour: thisHour - hoursAgo, model: 'model-1', scope: 'all', scope_id: 0n },
      { hour: thisHour - hoursAgo, model: 'model-1', scope: 'user', scope_id: 1n },
      { hour: 0n, model: '', scope: 'user', scope_id: 1n },
    ].map((key) => ({
      table: 'node_rollup',
      key: { ...key, node },
      add: { requests: 1n, quota: 'charged', doubts: 1n },
    })),
  })

async function openParts() {
  const here = await testDatabase()
  const { kysely: db, dialect } = here.database
  const { writer } = await here.database.ledger({ journalPath: join(here.folder, 'journal') })
  await writer.submit(grant(100_000, 'start'))
  const rollups = createRollupStore(db)
  return {
    parts: { db, dialect, clock },
    writer,
    apart: () =>
      db
        .selectFrom('node_rollup')
        .select(['node', 'hour', 'requests'])
        .where('scope', '=', 'user')
        .orderBy('node')
        .orderBy('hour')
        .execute(),
    sums: async () => ({ all: await sumsOf(db, everything), user: await rollups.totalOf(1n) }),
    [Symbol.asyncDispose]: here.close,
  }
}

test('a fold takes what dead nodes added, and past hours of all, and no sum is another', async () => {
  await using opened = await openParts()
  const { parts, writer, apart, sums } = opened
  for (const node of ['alive', 'ended']) await startIncarnation(parts.db, parts.dialect, node)
  await endIncarnation(parts.db, parts.dialect, 'ended')
  const calls = ['alive', 'ended', 'never begun'].flatMap((node) =>
    [0n, 1n, 2n].map((hoursAgo) => call(`${node} ${hoursAgo}`, node, hoursAgo)),
  )
  for (const settlement of calls) {
    await writer.submit(hold(settlement.hold, 3))
    await writer.submit(settlement)
  }
  const before = await sums()
  expect(before).toMatchObject({
    all: { requests: 9, quota: 27n },
    user: { requests: 9, quota: 27n },
  })
  expect(await foldRollups(parts)).toBe(16)
  expect(await sums()).toEqual(before)
  expect(await apart()).toEqual([
    { node: 'alive', hour: 0n, requests: 3n },
    { node: 'alive', hour: thisHour - 1n, requests: 1n },
    { node: 'alive', hour: thisHour, requests: 1n },
  ])
  const folded = await parts.db
    .selectFrom('usage_rollup')
    .selectAll()
    .where('scope', '=', 'user')
    .orderBy('hour')
    .execute()
  expect(folded).toMatchObject([
    { hour: 0n, requests: 6n, quota: 18n, doubts: 6n },
    { hour: thisHour - 2n, requests: 3n, quota: 9n },
    { hour: thisHour - 1n, requests: 2n },
    { hour: thisHour, requests: 2n },
  ])
  expect(await foldRollups(parts)).toBe(0)
  // A node that was only silent goes on, and what it adds is folded with the rest.
  await writer.submit(hold('again', 3))
  await writer.submit(call('again', 'ended'))
  expect(await foldRollups(parts)).toBe(3)
  expect(await sums()).toMatchObject({ user: { requests: 10, quota: 30n } })
})

test('lengths are folded into rows without the name of a node', async () => {
  await using opened = await openParts()
  const { parts, writer } = opened
  await startIncarnation(parts.db, parts.dialect, 'alive')
  const row = { type: 2n, user_id: 1n, model: 'model-1', duration_ms: 900n, first_content_ms: 900n }
  const made = (['alive', 'gone', 'gone too'] as const).flatMap((node) =>
    [0, 2].map((hoursAgo) => ({ ...row, node, created_at: BigInt(now - hoursAgo * hourMs) })),
  )
  for (const [at, { node, ...call }] of made.entries()) {
    await writer.submit(hold(`${at}`, 3))
    await writer.submit(settle(`${at}`, 3, { usage: null, tallies: talliesOf(call, node) }))
  }
  const lengths = () =>
    parts.db
      .selectFrom('latency_rollup')
      .select(['node', 'hour', 'up_to_ms', 'durations', 'first_contents'])
      .where('scope', '=', 'user')
      .orderBy('hour')
      .orderBy('node')
      .execute()
  const old = { ...row, created_at: BigInt(now - 32 * 24 * hourMs) }
  await writer.submit(hold('old', 3))
  await writer.submit(settle('old', 3, { usage: null, tallies: talliesOf(old, 'alive') }))
  const before = await latenciesOf(parts.db, everything, now)
  expect(before.duration.p50).toBeGreaterThan(800)
  await foldRollups(parts)
  await foldRollups(parts)
  expect(await lengths()).toEqual([
    { node: '', hour: thisHour - 2n, up_to_ms: 1_024n, durations: 3n, first_contents: 3n },
    { node: '', hour: thisHour, up_to_ms: 1_024n, durations: 2n, first_contents: 2n },
    { node: 'alive', hour: thisHour, up_to_ms: 1_024n, durations: 1n, first_contents: 1n },
  ])
  expect(await latenciesOf(parts.db, everything, now)).toEqual(before)
})

test('meters are folded into rows without the name of a node', async () => {
  await using opened = await openParts()
  const { parts, writer } = opened
  await startIncarnation(parts.db, parts.dialect, 'alive')
  const usage = '[{"meter":"reasoning","amount":7}]'
  const row = { type: 2n, user_id: 1n, model: 'model-1', duration_ms: 9n, usage }
  for (const node of ['alive', 'gone', 'gone too']) {
    const call = { ...row, created_at: BigInt(now) }
    await writer.submit(hold(node, 3))
    await writer.submit(settle(node, 3, { usage: null, tallies: talliesOf(call, node) }))
  }
  await foldRollups(parts)
  const rows = await parts.db
    .selectFrom('meter_rollup')
    .select(['node', 'meter', 'amount'])
    .where('scope', '=', 'user')
    .orderBy('node')
    .execute()
  expect(rows).toEqual([
    { node: '', meter: 'reasoning', amount: 14n },
    { node: 'alive', meter: 'reasoning', amount: 7n },
  ])
  expect(await metersOf(parts, everything)).toEqual([{ meter: 'reasoning', amount: 21 }])
})

test('a fold takes more rows than one transaction has', async () => {
  await using opened = await openParts()
  const { parts, sums } = opened
  const row = { scope: 'user', scope_id: 1n, node: 'gone', ...noSums }
  const rows = Array.from({ length: 1_203 }, (_, at) => ({
    ...row,
    hour: 0n,
    model: '',
    node: `gone-${at}`,
    requests: 1n,
  }))
  for (let at = 0; at < rows.length; at += 401) {
    await parts.db
      .insertInto('node_rollup')
      .values(rows.slice(at, at + 401))
      .execute()
  }
  expect(await foldRollups(parts)).toBe(1_203)
  expect(await sums()).toMatchObject({ user: { requests: 1_203 } })
})

const noSums = {
  requests: 0n,
  errors: 0n,
  quota: 0n,
  input_tokens: 0n,
  output_tokens: 0n,
  duration_ms: 0n,
  first_content_ms: 0n,
  first_content_count: 0n,
}

test('folds while settlements go on lose nothing and count nothing twice', async () => {
  await using opened = await openParts()
  const { parts, writer, sums } = opened
  const calls = 240
  let isDone = false
  const seen: number[] = []
  const work = (async () => {
    const names = Array.from({ length: calls }, (_, at) => `call-${at}`)
    const clients = Array.from({ length: 8 }, async () => {
      for (let id = names.pop(); id !== undefined; id = names.pop()) {
        await writer.submit(hold(id, 3))
        // Nobody lives: each row is folded as soon as it is there.
        await writer.submit(call(id, `node-${id.length % 2}`))
      }
    })
    await Promise.all(clients)
    isDone = true
  })()
  const reader = (async () => {
    while (!isDone) seen.push((await sums()).user.requests)
  })()
  let folded = 0
  while (!isDone) folded += await foldRollups(parts)
  await Promise.all([work, reader])
  await foldRollups(parts)
  expect(folded).toBeGreaterThan(0)
  // A reader between two statements of a fold would see fewer.
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(await sums()).toMatchObject({
    all: { requests: calls, quota: 720n },
    user: { requests: calls, quota: 720n },
  })
})
