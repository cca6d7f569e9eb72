import { join } from 'node:path'
import { keepRefused } from '@posthouse/ledger/refused-file'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { hold, settle } from '@posthouse/testkit/ledger-commands'
import { chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { examineBooks } from './examine-books.ts'

let stand: Stand
const asked: string[] = []
beforeAll(async () => {
  stand = await openStand()
  const customer = await stand.customer()
  stand.upstream.on('mock/one', (call) => call.json(200, chatAnswer('hello', usageOf(10, 5))))
  stand.upstream.on('mock/none', (call) => call.json(500, { error: { message: 'no' } }))
  for (const model of ['mock/one', 'mock/one', 'mock/one', 'mock/none', 'mock/unknown']) {
    const response = await stand.ask(customer, chatOf(model, 'hello'))
    await response.text()
    const id = response.headers.get('x-request-id') ?? ''
    await stand.books.charge(id)
    asked.push(id)
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

const examined = () => {
  const { db, database, ledger, dataFolder } = stand.product.server.stores
  return examineBooks({
    db,
    dialect: database.dialect,
    reader: ledger.reader,
    clock: systemClock,
    dataFolder,
  })
}
const run = async (statement: ReturnType<typeof sql>): Promise<void> => {
  await statement.execute(stand.product.server.stores.db)
}

test('of a station that worked are in order', async () => {
  const findings = await examined()
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
  expect(findings.length).toBeGreaterThan(12)
})

test('name every table that was tampered with', async () => {
  const [first, second, third] = asked
  await run(sql`delete from usage_log where request_id = ${first}`)
  await run(sql`update usage_log set quota = quota + 1 where request_id = ${second}`)
  await run(sql`update node_rollup set requests = requests + 1 where scope = 'token'`)
  await run(sql`delete from ledger_transfers where operation_id = (
    select id from ledger_operations where cause = ${`request:${third}`})`)
  await run(sql`update ledger_accounts set owed = 5 where code = 'wallet:1'`)
  const { ledger, incarnation, dataFolder } = stand.product.server.stores
  const root = { accounts: [{ code: 'wallet:1' as const }] }
  await ledger.writer.submit(hold('old', 0, { ...root, owner: { incarnation } }))
  await ledger.writer.submit(hold('of a task', 0, { ...root, owner: { task: 'song' } }))
  await keepRefused(join(dataFolder, 'settlements-9.journal'), {
    reason: 'test',
    command: settle('gone', 1),
  })
  const wrong = (await examined()).filter(({ ok }) => !ok).map(({ text }) => text)
  for (const what of [
    `charges without a row of the log: 1 (request:${first})`,
    `settled holds without a row of the log: 1 (${first})`,
    'rows of the log whose price is not in the ledger: 2 (',
    `operations without transfers: 1 (charge request:${third})`,
    'roll-ups by all that are not the sums of the log',
    'roll-ups by user that are not',
    'roll-ups by token that are not',
    'roll-ups by channel that are not',
    'holds pending for more than a day: 1 (old)',
    'wallets that owe and are held by nobody: 1 (wallet:1)',
    'wallet:1: owed is 5, its rows give 0',
    'refused settlements: 1',
  ]) {
    expect(wrong.join('\n')).toContain(what)
  }
})
