import { eventually } from '@posthouse/testkit/books'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { type Customer, chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

/*
 * A warm request asks the database nothing: who calls, what it costs and who serves it is in memory.
 * What it writes are two commands of the ledger, a hold and a settlement.
 *
 * Statements are counted by the database itself. Beside requests run the product's jobs and the
 * record of attempts, which is written together some time later: they only add, so the least of
 * several rounds is what the requests themselves took.
 */

let stand: Stand
let customer: Customer
const rounds = 15

beforeAll(async () => {
  stand = await openStand()
  // Every limit there is, so that none of them asks the database.
  customer = await stand.customer({
    token: {
      unlimited_quota: false,
      remain_quota: 900_000_000,
      limits: {
        models: ['mock/*'],
        addresses: ['127.0.0.1'],
        requests_per_minute: 1_000_000,
        tokens_per_minute: 1_000_000_000,
        concurrency: 1_000,
        spend: { day: 900_000_000 },
      },
    },
  })
  stand.upstream.onAny((call) => call.json(200, chatAnswer('Rain', usageOf(5, 5))))
  await ask()
})
afterAll(() => stand[Symbol.asyncDispose]())

const writer = () => stand.product.server.stores.ledger.writer

/** One request, to the end of its settlement. */
async function ask(): Promise<void> {
  const { commands } = writer().stats()
  const response = await stand.ask(customer, chatOf('mock/hot', 'hello'))
  expect(response.status).toBe(200)
  await response.text()
  await eventually('hold and settlement', () =>
    writer().stats().commands >= commands + 2 ? true : null,
  )
}

type Work = { readonly statements: number; readonly commands: number }

async function measured(work: () => Promise<unknown>): Promise<Work> {
  const { database } = stand.product.server.stores
  const before = { statements: database.queries(), ...writer().stats() }
  await work()
  const after = { statements: database.queries(), ...writer().stats() }
  return {
    statements: after.statements - before.statements,
    commands: after.commands - before.commands,
  }
}

const least = async (work: () => Promise<unknown>, times = rounds): Promise<Work> =>
  leastOf(await inTurn(times, () => measured(work)))

async function inTurn<T>(times: number, work: () => Promise<T>): Promise<readonly T[]> {
  const found: T[] = []
  for (let round = 0; round < times; round += 1) found.push(await work())
  return found
}

const leastOf = (found: readonly Work[]): Work =>
  found.reduce((a, b) => (b.statements < a.statements ? b : a))

const lengths = () =>
  stand.product.server.stores.db.selectFrom('latency_rollup').selectAll().execute()

/**
 * One request, without what its length costs: a charge counts its first word and its end in one row of a scope when
 * both took about as long, else in two, which the clock decides.
 */
async function oneOfEqualLengths(): Promise<Work> {
  const counted = async () =>
    new Map(
      (await lengths()).map(({ durations, first_contents: firsts, ...key }) => [
        JSON.stringify(Object.values(key).map(String)),
        `${durations} ${firsts}`,
      ]),
    )
  const before = await counted()
  const work = await measured(ask)
  const changed = [...(await counted())].filter(([key, counts]) => before.get(key) !== counts)
  const scopes = new Set(changed.map(([key]) => (JSON.parse(key) as string[])[0]))
  return {
    ...work,
    statements: work.statements - Math.min(changed.length - scopes.size, scopes.size),
  }
}

/** The statements of a hold and a settlement like those of a request, given to the ledger by hand. */
async function statementsOfTwoCommands(): Promise<number> {
  const { db, incarnation } = stand.product.server.stores
  const held = await db
    .selectFrom('ledger_holds')
    .select(['accounts', 'amount'])
    .executeTakeFirstOrThrow()
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['code', 'window_limit', 'resets_at'])
    .where('id', 'in', (JSON.parse(held.accounts) as string[]).map(BigInt))
    .execute()
  const { id: _, ...usage } = await db
    .selectFrom('usage_log')
    .selectAll()
    .where('type', '=', 2n)
    .executeTakeFirstOrThrow()
  // Those of one charge: of its hour, though the requests may have begun in the hour before.
  const hour = usage.created_at / 3_600_000n
  const rollups = await db
    .selectFrom('node_rollup')
    .where('hour', 'in', [0n, hour])
    .selectAll()
    .execute()
  const latencies = Map.groupBy(await lengths(), ({ scope }) => scope)
  const meters = await db.selectFrom('meter_rollup').where('hour', '=', hour).selectAll().execute()
  let last = 0
  const { statements } = await least(async () => {
    last += 1
    const hold = `by-hand-${last}`
    await writer().submit({
      kind: 'hold',
      id: hold,
      amount: held.amount as never,
      minimum: held.amount as never,
      accounts: accounts.map(({ code, window_limit: limit, resets_at: resetsAt }) => ({
        code: code as never,
        ...(limit === null
          ? {}
          : { window: { limit: limit as never, resetsAt: Number(resetsAt) } }),
      })),
      owner: { incarnation },
      at: Date.now(),
    })
    await writer().submit({
      kind: 'settle',
      hold,
      amount: usage.quota as never,
      usage: { ...usage, request_id: hold },
      tallies: [
        ...rollups.map(({ scope, scope_id, hour, model, node, ...sums }) => ({
          table: 'node_rollup',
          key: { scope, scope_id, hour, model, node },
          add: { ...sums, quota: 'charged' as const },
        })),
        ...meters.map(({ amount, ...key }) => ({ table: 'meter_rollup', key, add: { amount } })),
        ...[...latencies.values()].flatMap(([of]) => {
          if (of === undefined) return []
          const { durations: _durations, first_contents: _firsts, ...key } = of
          return [{ table: 'latency_rollup', key, add: { durations: 1n, first_contents: 1n } }]
        }),
      ],
      actor: 'test',
      bookRevision: usage.book_revision,
      at: Date.now(),
    })
  })
  return statements
}

test('a warm request runs no statement but those of its hold and its settlement', async () => {
  const ledger = await statementsOfTwoCommands()
  const work = leastOf(await inTurn(rounds, oneOfEqualLengths))
  expect(work.commands).toBe(2)
  expect(work.statements).toBe(ledger)
})

test('a refusal before the hold runs no statement at all', async () => {
  const { statements } = await least(async () => {
    const { status } = await stand.ask(customer, chatOf('mine/none', 'hello'))
    expect(status).toBe(403)
  })
  expect(statements).toBe(0)
})

test('an unknown key asks the database once, however often it comes', async () => {
  await stand.ask({ key: 'sk-nobody' }, chatOf('mock/hot', 'hello'))
  const { statements } = await least(async () => {
    const { status } = await stand.ask({ key: 'sk-nobody' }, chatOf('mock/hot', 'hello'))
    expect(status).toBe(401)
  })
  expect(statements).toBe(0)
})
