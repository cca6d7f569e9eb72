import { walletOf } from '@posthouse/ledger/account'
import type { Refund, Settle, Tally } from '@posthouse/ledger/command'
import { quota } from '@posthouse/ledger/quota'
import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import fc from 'fast-check'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { latenciesOf } from './rollups/latencies.ts'
import { metersOf } from './rollups/meters.ts'
import type { LogFilter } from './log-filter.ts'
import { sumsOf } from './log-sums.ts'
import type { SqlRow } from './sql-row.ts'
import { talliesOf } from './rollups/tallies.ts'
import { writeRecords } from './write-records.ts'

/*
 * The strip above the log is a sum of roll-ups; the log is rows. They must tell the same for any
 * filter, whatever minute it begins and ends at.
 */

const hourMs = 3_600_000
const start = Math.floor(Date.UTC(2026, 9, 24) / hourMs) * hourMs
const span = 60 * hourMs
const models = ['a', 'b']

type Made = {
  at: number
  user: number
  channel: number
  model: string
  type: 2 | 5
  quota: number
  wait: number | null
  duration: number
  /** When its charge was given back. */
  refundedAt: number | null
}

let store: TestDatabase
let made: Made[]

/** A generator of its own, so that a failure comes again. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

const random = numbers(20_261_121)
const below = (most: number): number => Math.floor((random.next().value ?? 0) * most)

/** The figures of some were not believed. */
const doubtsOf = ({ quota }: Made): string =>
  quota % 4 === 0 ? '[{"what":"output","claimed":9,"believed":5}]' : ''

/** Some with kinds of one meter. */
const usageOf = ({ type, quota, wait }: Made): string => {
  if (type === 5) return '[]'
  const cached = quota % 3
  const input =
    wait === null
      ? [{ meter: 'input', amount: 3 }]
      : [
          { meter: 'input', amount: 2 },
          { meter: 'input', amount: 1, attributes: { size: 'large' } },
        ]
  return JSON.stringify([
    ...input,
    ...(cached > 0 ? [{ meter: 'cache_read', amount: cached }] : []),
    { meter: 'call', amount: 1 },
  ])
}

const rowOf = (row: Made, id: string) => ({
  request_id: id,
  type: BigInt(row.type),
  created_at: BigInt(row.at),
  user_id: BigInt(row.user),
  username: `user-${row.user}`,
  token_id: 1n,
  channel_id: BigInt(row.channel),
  model: row.model,
  group: 'default',
  input_tokens: 3n,
  output_tokens: 5n,
  duration_ms: BigInt(row.duration),
  first_content_ms: row.wait === null ? null : BigInt(row.wait),
  charge: '',
  usage: usageOf(row),
  doubts: doubtsOf(row),
})

/** Calls of two nodes, and what of others was folded. */
const talliesIn = (row: SqlRow, at: number): Tally[] =>
  talliesOf(row, at % 3 === 0 ? '' : `node-${at % 3}`).map((tally) => {
    if (tally.table !== 'node_rollup' || 'key' in tally || at % 3 !== 0) return tally
    const [columns, ...keys] = [tally.columns, ...tally.keys].map((names) => names.slice(0, -1))
    return { ...tally, table: 'usage_rollup', columns: (columns ?? []).map(String), keys }
  })

function refundOf(row: Made, id: string, at: number): Refund {
  const usage = {
    ...rowOf(row, id),
    type: 6n,
    created_at: BigInt(at),
    input_tokens: 0n,
    output_tokens: 0n,
    duration_ms: 0n,
    first_content_ms: null,
    usage: '[]',
  }
  const tallies = talliesIn(usage, at)
  return { kind: 'refund', hold: id, usage, tallies, actor: 'test', remark: '', at }
}

beforeAll(async () => {
  store = await testDatabase()
  const { writer } = await store.database.ledger({ journalPath: join(store.folder, 'j') })
  made = Array.from({ length: 300 }, () => ({
    at: start + below(span),
    user: 1 + below(2),
    channel: 1 + below(2),
    model: models[below(2)] ?? 'a',
    type: below(5) === 0 ? 5 : 2,
    quota: below(1_000),
    wait: below(3) === 0 ? null : below(900),
    duration: 1 + below(90_000),
    refundedAt: below(6) === 0 ? start + below(span) : null,
  }))
  for (const user of [1n, 2n]) {
    await writer.submit({
      kind: 'grant',
      cause: `grant:${user}`,
      account: walletOf(user),
      counterpart: 'granted',
      amount: quota(1_000_000),
      actor: 'test',
      remark: '',
      usage: null,
      at: start,
    })
  }
  const charged = made.filter(({ type }) => type === 2)
  await Promise.all(
    charged.map(async (row, index) => {
      const id = `request-${index}`
      const accounts = [{ code: walletOf(BigInt(row.user)) }]
      const amount = quota(row.quota)
      await writer.submit({
        kind: 'hold',
        id,
        amount,
        minimum: amount,
        accounts,
        owner: { incarnation: 'x' },
        at: row.at,
      })
      const settle: Settle = {
        kind: 'settle',
        hold: id,
        amount,
        usage: rowOf(row, id),
        tallies: talliesIn(rowOf(row, id), row.at),
        actor: 'test',
        bookRevision: 1n,
        at: row.at,
      }
      await writer.submit(settle)
      if (row.refundedAt !== null) await writer.submit(refundOf(row, id, row.refundedAt))
    }),
  )
  // Refusals before a hold have no channel and cost nothing.
  for (const row of made.filter(({ type }) => type === 5)) {
    Object.assign(row, { channel: 0, quota: 0, wait: null, refundedAt: null })
  }
  const refused = made.filter(({ type }) => type === 5)
  const rows = refused.map((row, index) => ({
    ...rowOf(row, `refused-${index}`),
    input_tokens: 0n,
    output_tokens: 0n,
  }))
  await writeRecords(store.database.kysely, { attempts: [], refused: rows }, 'node-1')
})
afterAll(() => store.close())

const anyFilter = fc
  .record({
    from: fc.option(fc.integer({ min: -hourMs, max: span }), { nil: null }),
    length: fc.option(fc.integer({ min: 0, max: span }), { nil: null }),
    user: fc.constantFrom(0, 1, 2),
    channel: fc.constantFrom(0, 1, 2),
    model: fc.constantFrom('', 'a', 'b'),
    doubted: fc.constantFrom(0, 0, 0, 1),
  })
  .map(({ from, length, user, channel, model, doubted }): LogFilter => {
    const begin = from === null ? 0 : Math.floor((start + from) / 1_000)
    return {
      userId: user === 0 ? null : BigInt(user),
      channel_id: user === 0 ? channel : 0,
      model_name: model,
      start_timestamp: begin,
      end_timestamp: length === null ? 0 : Math.floor((start + (from ?? 0) + length) / 1_000),
      log_type: 0,
      token_name: '',
      request_id: '',
      username: '',
      source_ip: '',
      doubted,
      before_id: 0,
    }
  })

const seenBy = (filter: LogFilter): Made[] =>
  made.filter(
    (row) =>
      isWanted(row, filter) &&
      isWithin(row.at, filter) &&
      (filter.doubted === 0 || doubtsOf(row) !== ''),
  )

/** A refund is a row of its own time, with the doubts of its charge. */
const givenBackIn = (filter: LogFilter): Made[] =>
  made.filter(
    (row) =>
      row.refundedAt !== null &&
      (filter.doubted === 0 || doubtsOf(row) !== '') &&
      isWanted(row, filter) &&
      isWithin(row.refundedAt, filter),
  )

const isWithin = (at: number, filter: LogFilter): boolean =>
  at >= filter.start_timestamp * 1_000 &&
  (filter.end_timestamp === 0 || at <= filter.end_timestamp * 1_000 + 999)

const isWanted = (row: Made, filter: LogFilter): boolean =>
  (filter.userId === null || BigInt(row.user) === filter.userId) &&
  (filter.channel_id === 0 || row.channel === filter.channel_id) &&
  (filter.model_name === '' || row.model === filter.model_name)

function expected(filter: LogFilter) {
  const seen = seenBy(filter)
  const requests = seen.filter(({ type }) => type === 2)
  return {
    requests: requests.length,
    errors: seen.length - requests.length,
    quota:
      requests.reduce((sum, row) => sum + BigInt(row.quota), 0n) -
      givenBackIn(filter).reduce((sum, row) => sum + BigInt(row.quota), 0n),
    inputTokens: requests.length * 3,
    outputTokens: requests.length * 5,
  }
}

test('the sums of any filter are those of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(anyFilter, async (filter) => {
      const sums = await sumsOf(store.database.kysely, filter)
      expect(sums).toMatchObject(expected(filter))
    }),
    { numRuns: 200 },
  )
})

test('the meters of any filter are those of its rows', async () => {
  const { kysely: db, dialect } = store.database
  await fc.assert(
    fc.asyncProperty(anyFilter, async (filter) => {
      const calls = seenBy(filter).filter(({ type }) => type === 2)
      const cached = calls.reduce((sum, { quota: units }) => sum + (units % 3), 0)
      expect(await metersOf({ db, dialect }, filter)).toEqual([
        ...(cached > 0 ? [{ meter: 'cache_read', amount: cached }] : []),
        ...(calls.length > 0 ? [{ meter: 'input', amount: 3 * calls.length }] : []),
      ])
    }),
    { numRuns: 200 },
  )
})

const share = (lengths: readonly number[], hundredths: number): number | null =>
  lengths.toSorted((a, b) => a - b)[Math.ceil((lengths.length * hundredths) / 100) - 1] ?? null

test('the percentiles of any filter are about those of its rows', async () => {
  const isNear = (read: number | null, lengths: readonly number[], hundredths: number): void => {
    const exact = share(lengths, hundredths)
    if (exact === null) expect(read).toBeNull()
    else expect(Math.abs((read ?? Infinity) / Math.max(1, exact) - 1)).toBeLessThan(0.1)
  }
  await fc.assert(
    fc.asyncProperty(anyFilter, async (filter) => {
      const latencies = await latenciesOf(store.database.kysely, filter, start + span)
      const answers = seenBy(filter).filter(({ type }) => type === 2)
      const durations = answers.map(({ duration }) => duration)
      const waits = answers.flatMap(({ wait }) => (wait === null ? [] : [wait]))
      isNear(latencies.duration.p50, durations, 50)
      isNear(latencies.duration.p95, durations, 95)
      isNear(latencies.duration.p99, durations, 99)
      isNear(latencies.firstContent.p50, waits, 50)
      isNear(latencies.firstContent.p95, waits, 95)
    }),
    { numRuns: 100 },
  )
})

test('percentiles are of the last week of a filter', async () => {
  const ofAll = async (daysLater: number) => {
    const all = fc.sample(anyFilter, 1).map((filter) => ({
      ...filter,
      userId: null,
      channel_id: 0,
      model_name: '',
      doubted: 0,
      start_timestamp: 0,
      end_timestamp: 0,
    }))
    const [filter] = all
    if (filter === undefined) throw new Error('no filter')
    return latenciesOf(store.database.kysely, filter, start + daysLater * 24 * hourMs)
  }
  expect((await ofAll(7)).duration.p50).toBeGreaterThan(0)
  expect((await ofAll(10)).duration.p50).toBeNull()
})

test('the mean wait is over streams alone', async () => {
  const filter = fc.sample(anyFilter, 1)[0]
  if (filter === undefined) throw new Error('no filter')
  const all: LogFilter = {
    ...filter,
    userId: null,
    channel_id: 0,
    model_name: '',
    doubted: 0,
    start_timestamp: 0,
    end_timestamp: 0,
  }
  const waits = made.flatMap(({ wait }) => (wait === null ? [] : [wait]))
  const { averageFirstContentMs } = await sumsOf(store.database.kysely, all)
  expect(averageFirstContentMs).toBeCloseTo(waits.reduce((a, b) => a + b, 0) / waits.length, 6)
})
