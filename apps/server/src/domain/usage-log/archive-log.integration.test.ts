import { eventually } from '@posthouse/testkit/books'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineBooks } from '../../books/examine-books.ts'
import { archivedDays, archivedLines, archiveLog } from './archive-log.ts'

const dayMs = 86_400_000

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer()
  stand.upstream.on('mock/one', (call) => call.json(200, chatAnswer('hello', usageOf(10, 5))))
  stand.upstream.on('mock/none', (call) => call.json(500, { error: { message: 'no' } }))
  for (const model of ['mock/one', 'mock/one', 'mock/none', 'mock/unknown']) {
    const response = await stand.ask(customer, chatOf(model, 'hello'))
    await response.text()
    await stand.books.charge(response.headers.get('x-request-id') ?? '')
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

const inDays = (days: number) => {
  const now = Date.now() + days * dayMs
  return { now: () => now, monotonic: () => now }
}

test('rows of old days are put away whole, the sums and the books stay as they are', async () => {
  const { db, database, ledger, dataFolder } = stand.product.server.stores
  const rows = await db.selectFrom('usage_log').selectAll().orderBy('id').execute()
  const attempts = await eventually('the attempts', async () => {
    const found = await db.selectFrom('attempts').selectAll().execute()
    return found.length === 0 ? null : found
  })
  const sums = await stand.root.client.sumLogs({ query: {} })
  const tokens = () => customer.browser.client.listTokens({ query: {} })
  const used = await tokens()
  expect(used.data.map(({ accessed_time: at }) => at > 0)).toEqual([true])

  expect(await archiveLog({ db, clock: inDays(0) }, 1)).toBe(0)
  expect(await archiveLog({ db, clock: inDays(40) }, 0)).toBe(0)
  expect(await archiveLog({ db, clock: inDays(40) }, 41)).toBe(0)
  expect(await archiveLog({ db, clock: inDays(40) }, 30)).toBe(rows.length)

  expect(await db.selectFrom('usage_log').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('attempts').selectAll().execute()).toEqual([])
  const days = await archivedDays(db)
  expect(days.reduce((sum, day) => sum + day.rows, 0)).toBe(rows.length)
  const read: Record<string, unknown>[] = []
  for (const { day } of days) {
    for await (const line of archivedLines(db, day)) read.push(JSON.parse(line))
  }
  expect(
    read.map((row) => [row['request_id'], BigInt(Number(row['quota'])), row['model']]),
  ).toEqual(rows.map((row) => [row.request_id, row.quota, row.model]))
  expect(read.flatMap((row) => row['attempts'])).toHaveLength(attempts.length)

  expect(await tokens()).toEqual(used)
  const { client } = stand.root
  const hourNow = Math.floor(Date.now() / 3_600_000)
  expect(await client.sumLogs({ query: {} })).toEqual(sums)
  // Without bounds a chart begins where its sums do, not at the oldest row that is left.
  const wholeHours = { step: 'day', end_timestamp: (hourNow + 2) * 3_600 - 1 } as const
  expect((await client.logSeries({ query: wholeHours })).total).toMatchObject({
    requests: sums.requests,
    errors: sums.errors,
    rows_since: 0,
  })
  // No roll-up knows a token by its name: the answer says from when it counts.
  const since = Date.parse(days.at(-1)?.day ?? '') / 1_000 + dayMs / 1_000
  const query = { token_name: 'a token' }
  expect(await client.sumLogs({ query })).toMatchObject({ requests: 0, rows_since: since })
  expect((await client.logSeries({ query })).total).toMatchObject({ rows_since: since })
  const young = { ...query, start_timestamp: since }
  expect(await client.sumLogs({ query: young })).toMatchObject({ rows_since: 0 })
  const findings = await examineBooks({
    db,
    dialect: database.dialect,
    reader: ledger.reader,
    clock: inDays(0),
    dataFolder,
  })
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})
