import { join } from 'node:path'
import { walletOf } from '@posthouse/ledger/account'
import type { Settle, Tally } from '@posthouse/ledger/command'
import { quota } from '@posthouse/ledger/quota'
import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../accounts/password.ts'
import { createAccountStore } from '../accounts/account-store.ts'
import type { LogFilter } from './log-filter.ts'
import { type SeriesBy, type SeriesPart, seriesOf } from './log-series.ts'
import { sumsOf } from './log-sums.ts'
import { writeRecords } from './write-records.ts'

/*
 * A chart is a sum of roll-ups and of rows at its edges; the strip is another; the ledger has the
 * truth. They must tell the same for any filter, step and zone, also where clocks change.
 */

const hourMs = 3_600_000
const changes = [Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24)]
const spanMs = 72 * hourMs
const end = (changes[1] ?? 0) + spanMs

type Made = {
  at: number
  user: number
  token: number
  channel: number
  model: string
  refused: boolean
  quota: number
}

let store: TestDatabase
let made: Made[]

function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

const random = numbers(20_261_121)
const below = (most: number): number => Math.floor((random.next().value ?? 0) * most)

/** Tokens 1 to 3 are of user 1, the others of user 2. */
const ownerOf = (token: number): number => (token <= 3 ? 1 : 2)

function makeOne(): Made {
  const token = 1 + below(5)
  const refused = below(5) === 0
  return {
    at: (changes[below(2)] ?? 0) + below(spanMs),
    user: ownerOf(token),
    token,
    channel: refused ? 0 : 1 + below(3),
    model: ['a', 'b', ''][below(refused ? 3 : 2)] ?? 'a',
    refused,
    quota: refused ? 0 : below(1_000),
  }
}

/** The figures of some were not believed. */
const doubtsOf = ({ quota }: Made): string =>
  quota % 4 === 0 ? '[{"what":"output","claimed":9,"believed":5}]' : ''

const rowOf = (row: Made, id: string) => ({
  request_id: id,
  type: row.refused ? 5n : 2n,
  created_at: BigInt(row.at),
  user_id: BigInt(row.user),
  username: `user-${row.user}`,
  token_id: BigInt(row.token),
  token_name: `token-${row.token}`,
  channel_id: BigInt(row.channel),
  model: row.model,
  group: 'default',
  input_tokens: row.refused ? 0n : 3n,
  output_tokens: row.refused ? 0n : 5n,
  first_content_ms: null,
  charge: '',
  doubts: doubtsOf(row),
})

/** Calls of two nodes, and what of others was folded. */
const placeOf = (
  { at }: Made,
  key: Extract<Tally, { key: unknown }>['key'],
): Pick<Extract<Tally, { key: unknown }>, 'table' | 'key'> =>
  at % 3 === 0
    ? { table: 'usage_rollup', key }
    : { table: 'node_rollup', key: { ...key, node: `node-${at % 3}` } }

function talliesOf(row: Made): Tally[] {
  const hour = BigInt(Math.floor(row.at / hourMs))
  const scopes = [
    ['all', 0n],
    ['user', BigInt(row.user)],
    ['token', BigInt(row.token)],
    ['channel', BigInt(row.channel)],
  ] as const
  return scopes.map(([scope, scope_id]) => ({
    ...placeOf(row, { scope, scope_id, hour, model: row.model }),
    add: { requests: 1n, quota: 'charged' as const, input_tokens: 3n, output_tokens: 5n },
  }))
}

beforeAll(async () => {
  store = await testDatabase()
  const db = store.database.kysely
  const { writer } = await store.database.ledger({ journalPath: join(store.folder, 'j') })
  const accounts = createAccountStore(db)
  const password = await hashPassword('password of the tests')
  for (const user of [1, 2]) {
    const { id } = await accounts.insert({
      username: `user-${user}`,
      displayName: '',
      password,
      role: 1,
      group: 'default',
      at: 1,
    })
    expect(id).toBe(BigInt(user))
    await writer.submit({
      kind: 'grant',
      cause: `grant:${user}`,
      account: walletOf(id),
      counterpart: 'granted',
      amount: quota(1_000_000),
      actor: 'test',
      remark: '',
      usage: null,
      at: 1,
    })
  }
  for (let token = 1; token <= 5; token++) {
    await db
      .insertInto('tokens')
      .values({
        user_id: BigInt(ownerOf(token)),
        name: `token-${token}`,
        key_hash: `hash-${token}`,
        key_prefix: '',
        key_tail: '',
        key_sealed: '',
        status: 1n,
        unlimited_quota: 1n,
        cache: 0n,
        cost_in_answer: 0n,
        hidden: 0n,
        group: '',
        setting: '{}',
        created_at: 1n,
        accessed_at: null,
        expires_at: null,
        // Charts know what deleted tokens have cost.
        deleted_at: token === 2 ? 5n : null,
      })
      .execute()
  }
  made = Array.from({ length: 400 }, makeOne)
  await Promise.all(
    made
      .filter(({ refused }) => !refused)
      .map(async (row, index) => {
        const id = `request-${index}`
        const amount = quota(row.quota)
        const common = { id, amount, minimum: amount, owner: { incarnation: 'x' }, at: row.at }
        const accountsOf = [{ code: walletOf(BigInt(row.user)) }]
        await writer.submit({ kind: 'hold', ...common, accounts: accountsOf })
        const settle: Settle = {
          kind: 'settle',
          hold: id,
          amount,
          usage: rowOf(row, id),
          tallies: talliesOf(row),
          actor: 'test',
          bookRevision: 1n,
          at: row.at,
        }
        await writer.submit(settle)
      }),
  )
  const refused = made.filter((row) => row.refused)
  const rows = refused.map((row, index) => ({ ...rowOf(row, `refused-${index}`) }))
  await writeRecords(db, { attempts: [], refused: rows }, 'node-1')
})
afterAll(() => store.close())

const anyFilter = fc
  .record({
    from: fc.option(fc.integer({ min: -hourMs, max: spanMs }), { nil: null }),
    length: fc.option(fc.integer({ min: 0, max: spanMs }), { nil: null }),
    change: fc.constantFrom(0, 1),
    user: fc.constantFrom(0, 1, 2),
    username: fc.constantFrom('', '', 'user-1', 'nobody'),
    channel: fc.constantFrom(0, 0, 1, 2),
    model: fc.constantFrom('', '', 'a', 'b'),
    token: fc.constantFrom('', '', '', 'token-1', 'token-4'),
    type: fc.constantFrom(0, 0, 0, 2, 5),
    doubted: fc.constantFrom(0, 0, 0, 1),
  })
  .map(
    ({ from, length, change, user, username, channel, model, token, type, doubted }): LogFilter => {
      const begin = (changes[change] ?? 0) + (from ?? 0)
      return {
        userId: user === 0 ? null : BigInt(user),
        channel_id: channel,
        model_name: model,
        start_timestamp: from === null ? 0 : Math.floor(begin / 1_000),
        end_timestamp: length === null ? 0 : Math.floor((begin + length) / 1_000),
        log_type: type,
        token_name: token,
        request_id: '',
        username: user === 0 ? username : '',
        source_ip: '',
        doubted,
        before_id: 0,
      }
    },
  )

const anyAsked = fc.record({
  filter: anyFilter,
  step: fc.constantFrom('minute', 'hour', 'day', 'week', 'month', 'auto'),
  timeZone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Asia/Shanghai',
    'Australia/Lord_Howe',
    'America/New_York',
    'No/Such_Zone',
  ),
  by: fc.constantFrom<SeriesBy>('model', 'token', 'channel', 'user', 'none'),
})

const passes = (filter: LogFilter, row: Made): boolean =>
  [
    filter.userId === null || BigInt(row.user) === filter.userId,
    filter.username === '' || filter.username === `user-${row.user}`,
    filter.channel_id === 0 || row.channel === filter.channel_id,
    filter.model_name === '' || row.model === filter.model_name,
    filter.token_name === '' || filter.token_name === `token-${row.token}`,
    filter.log_type === 0 || filter.log_type === typeOf(row),
    filter.doubted === 0 || doubtsOf(row) !== '',
    isWithin(filter, row.at),
  ].every(Boolean)

const typeOf = (row: Made): number => (row.refused ? 5 : 2)

const isWithin = (filter: LogFilter, at: number): boolean =>
  at >= filter.start_timestamp * 1_000 &&
  (filter.end_timestamp === 0 || at <= filter.end_timestamp * 1_000 + 999)

const keyOf = (row: Made, by: SeriesBy): string =>
  by === 'none' ? '' : by === 'model' ? row.model : String(row[by])

/** Parts as one line for each bucket and key, those without anything left out. */
const linesOf = (parts: readonly SeriesPart[]): Record<string, string> => {
  const groups = Map.groupBy(parts, ({ place, key }) => `${place}|${key}`)
  return Object.fromEntries(
    [...groups].flatMap(([name, own]) => {
      const sum = (of: (part: SeriesPart) => number) =>
        own.reduce((total, part) => total + of(part), 0)
      const figures = [
        sum(({ requests }) => requests),
        sum(({ failures }) => failures),
        sum(({ errors }) => errors),
        sum((part) => Number(part.quota)),
        sum(({ input }) => input),
        sum(({ output }) => output),
      ]
      return figures.every((figure) => figure === 0) ? [] : [[name, figures.join('/')]]
    }),
  )
}

function expectedLines(starts: readonly number[], filter: LogFilter, by: SeriesBy) {
  const parts = made
    .filter((row) => passes(filter, row))
    .map((row): SeriesPart => ({
      place: starts.filter((start) => start <= row.at).length - 1,
      key: keyOf(row, by),
      requests: row.refused ? 0 : 1,
      failures: 0,
      errors: row.refused ? 1 : 0,
      quota: BigInt(row.quota),
      input: row.refused ? 0 : 3,
      output: row.refused ? 0 : 5,
    }))
  return linesOf(parts)
}

/** What the transfers of the ledger say that somebody paid in a time. */
async function settled(filter: LogFilter): Promise<bigint> {
  const rows = await store.database.kysely
    .selectFrom('ledger_transfers')
    .innerJoin('ledger_operations', 'ledger_operations.id', 'ledger_transfers.operation_id')
    .select(['amount', 'debit', 'at'])
    .where('credit', '=', 'revenue')
    .execute()
  return rows
    .filter(
      ({ debit, at }) =>
        (filter.userId === null || debit === walletOf(filter.userId)) &&
        isWithin(filter, Number(at)),
    )
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
}

test('every bucket of any chart has its rows, and all together are the strip and the ledger', async () => {
  const db = store.database.kysely
  await fc.assert(
    fc.asyncProperty(anyAsked, async (asked) => {
      // Half a year of hours is refused; a chart of hours has a beginning and an end.
      const { step, filter } = asked
      const bounded = filter.start_timestamp > 0 && filter.end_timestamp > 0
      const seconds = filter.end_timestamp - filter.start_timestamp
      fc.pre(step !== 'hour' || bounded)
      fc.pre(step !== 'minute' || (bounded && seconds < 50_000))
      const series = await seriesOf(db, { ...asked, now: end })
      if (series === null) return expect.fail('too many buckets')
      expect(linesOf(series.parts)).toEqual(expectedLines(series.starts, filter, asked.by))
      const quotas = series.parts.reduce((sum, part) => sum + part.quota, 0n)
      const strip = await sumsOf(db, filter)
      expect(quotas).toBe(strip.quota)
      expect(series.parts.reduce((sum, { requests }) => sum + requests, 0)).toBe(strip.requests)
      expect(series.parts.reduce((sum, { errors }) => sum + errors, 0)).toBe(strip.errors)
      const whole =
        filter.channel_id === 0 &&
        [filter.model_name, filter.token_name, filter.username].every((text) => text === '') &&
        filter.log_type === 0 &&
        filter.doubted === 0
      if (whole) expect(quotas).toBe(await settled(filter))
    }),
    { numRuns: 300, verbose: 1 },
  )
})

test('a chart of too many steps is none', async () => {
  const filter = { ...(fc.sample(anyFilter, 1)[0] as LogFilter), userId: null, username: '' }
  const asked = { filter: { ...filter, start_timestamp: 1, end_timestamp: 0 }, now: end } as const
  const db = store.database.kysely
  expect(await seriesOf(db, { ...asked, step: 'hour', timeZone: 'UTC', by: 'none' })).toBeNull()
})
