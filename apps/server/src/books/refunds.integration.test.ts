import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { examineBooks } from './examine-books.ts'

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
  stand.upstream.on('mock/one', (asked) => asked.json(200, chatAnswer('hello', usageOf(10, 5))))
  const response = await stand.ask(await stand.customer(), chatOf('mock/one', 'hello'))
  await response.text()
  const params = { id: response.headers.get('x-request-id') ?? '' }
  await stand.books.charge(params.id)
  await stand.root.client.refundCharge({ params, body: { reason: 'sorry' } })
  expect(await wrongNow()).toEqual([])
})
afterAll(() => stand[Symbol.asyncDispose]())

async function wrongNow(): Promise<string[]> {
  const { db, database, ledger, dataFolder } = stand.product.server.stores
  const findings = await examineBooks({
    db,
    dialect: database.dialect,
    reader: ledger.reader,
    clock: systemClock,
    dataFolder,
  })
  return findings.filter(({ ok }) => !ok).map(({ text }) => text)
}

const run = (statement: RawBuilder<unknown>) => statement.execute(stand.product.server.stores.db)

const row = (change: RawBuilder<unknown>) => sql`update usage_log set ${change} where type = 6`
const given = (change: RawBuilder<unknown>) =>
  sql`update ledger_transfers set ${change} where debit = 'refunded'`

test.each([
  [
    'whose row is not there',
    row(sql`type = 3`),
    sql`update usage_log set type = 6 where type = 3`,
    'charges given back without a row of the log: 1',
  ],
  [
    'whose row says another amount',
    row(sql`quota = quota - 5`),
    row(sql`quota = quota + 5`),
    'rows of charges given back that are not in the ledger: 1',
  ],
  [
    'whose row is another user’s',
    row(sql`user_id = user_id + 1`),
    row(sql`user_id = user_id - 1`),
    'rows of charges given back that are not in the ledger: 1',
  ],
  [
    'of which more came back than was paid',
    given(sql`amount = amount + 1`),
    given(sql`amount = amount - 1`),
    'charges given back beyond what their wallet paid: 1',
  ],
  [
    'that counts as a request',
    sql`update node_rollup set requests = requests + 1 where scope = 'user'`,
    sql`update node_rollup set requests = requests - 1 where scope = 'user'`,
    'roll-ups by user that are not the sums of the log: 1',
  ],
])('the books name a charge given back %s', async (_, change, back, finding) => {
  await run(change)
  expect((await wrongNow()).join('\n')).toContain(finding)
  await run(back)
  expect(await wrongNow()).toEqual([])
})
