import type { CallError } from '@posthouse/contract/client'
import { logType } from '@posthouse/contract/log'
import { eventually } from '@posthouse/testkit/books'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineBooks } from '../../books/examine-books.ts'
import { archiveLog } from './archive-log.ts'
import { cleanLog, extentBefore } from './clean-log.ts'

const dayMs = 86_400_000

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer()
  stand.upstream.on('mock/one', (call) => call.json(200, chatAnswer('hello', usageOf(10, 5))))
  stand.upstream.on('mock/none', (call) => call.json(500, { error: { message: 'no' } }))
})
afterAll(() => stand[Symbol.asyncDispose]())

async function callOf(model: string): Promise<string> {
  const response = await stand.ask(customer, chatOf(model, 'hello'))
  await response.text()
  const id = response.headers.get('x-request-id') ?? ''
  await stand.books.charge(id)
  return id
}

const stores = () => stand.product.server.stores

const rowOf = async (id: string) =>
  stores().db.selectFrom('usage_log').selectAll().where('request_id', '=', id).executeTakeFirst()

async function rootAccount() {
  const account = await stores().accounts.findForLogin('root')
  if (account === null) throw new Error('no root')
  return account.account
}

const inDays = (days: number) => {
  const now = Date.now() + days * dayMs
  return { now: () => now, monotonic: () => now }
}

async function wrongInBooks(days = 0): Promise<string[]> {
  const { db, database, ledger, dataFolder } = stores()
  const parts = { db, dialect: database.dialect, reader: ledger.reader, clock: inDays(days) }
  const findings = await examineBooks({ ...parts, dataFolder })
  return findings.filter(({ ok }) => !ok).map(({ text }) => text)
}

async function money() {
  const { client } = customer.browser
  const hour = (Math.floor(Date.now() / 3_600_000) + 2) * 3_600
  const { rows_since: _, ...series } = (
    await stand.root.client.logSeries({ query: { step: 'day', end_timestamp: hour - 1 } })
  ).total
  const month = new Date().toISOString().slice(0, 7)
  return {
    series,
    sums: await stand.root.client.sumLogs({ query: {} }),
    own: await client.sumOwnLogs({ query: {} }),
    statement: await client.getOwnStatement({ query: { month } }),
    account: (await client.getSelf({})).quota,
    tokens: (await client.listTokens({ query: {} })).data,
  }
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: CallError) => error.code,
  )

test('calls before a moment go with their attempts; the money, the sums and what is at the moment stay', async () => {
  const { db } = stores()
  const gone = await callOf('mock/one')
  const failed = await callOf('mock/none')
  await callOf('mock/unknown')
  await eventually('the attempts', async () => {
    const found = await db.selectFrom('attempts').selectAll().execute()
    return found.length === 0 ? null : found
  })
  const before = await money()
  const later = await eventually('a later moment', async () => {
    const row = await rowOf(await callOf('mock/one'))
    const same = await db
      .selectFrom('usage_log')
      .select('id')
      .where('created_at', '=', row?.created_at ?? 0n)
      .execute()
    return row !== undefined && same.length === 1 ? row : null
  })
  const grants = await db
    .selectFrom('usage_log')
    .where('type', 'in', [1n, 3n, 4n])
    .selectAll()
    .execute()
  const until = Number(later.created_at)
  const extent = await extentBefore(db, until)
  expect(extent.count).toBeGreaterThanOrEqual(3)
  expect(extent.last).toBeLessThan(until)
  const all = await money()
  const actor = await rootAccount()
  const cleanUp = { until, actor, requestId: crypto.randomUUID(), now: Date.now() }

  expect(await cleanLog(db, cleanUp)).toEqual({ deleted: extent.count, more: false })

  expect(await rowOf(gone)).toBeUndefined()
  expect(await rowOf(later.request_id)).toEqual(later)
  expect(
    await db.selectFrom('attempts').selectAll().where('request_id', '=', failed).execute(),
  ).toEqual([])
  expect(
    await db.selectFrom('usage_log').where('type', 'in', [1n, 3n, 4n]).selectAll().execute(),
  ).toEqual(expect.arrayContaining(grants))
  expect(await money()).toEqual(all)
  expect(all.account).toBeLessThan(before.account)
  expect(await wrongInBooks()).toEqual([])
  const written = await stand.root.client.listLogs({ query: { log_type: logType.management } })
  expect(written.data[0]?.content).toContain(`deleted ${extent.count} entries`)
  expect(await cleanLog(db, cleanUp)).toEqual({ deleted: 0, more: false })
  // What was never deleted is put away, and the books of both are right.
  expect(await archiveLog({ db, clock: inDays(40) }, 30)).toBeGreaterThan(0)
  expect(await wrongInBooks()).toEqual([])
})

test('a call in flight during the clean-up is charged and in the log', async () => {
  const { db } = stores()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    stand.upstream.on('mock/slow', async (call) => {
      resolve()
      await new Promise<void>((go) => {
        answer = go
      })
      call.json(200, chatAnswer('hello', usageOf(10, 5)))
    })
  })
  const running = callOf('mock/slow')
  await asked
  await cleanLog(db, {
    until: Date.now(),
    actor: await rootAccount(),
    requestId: crypto.randomUUID(),
    now: Date.now(),
  })
  answer()
  expect(await rowOf(await running)).toMatchObject({ type: 2n, model: 'mock/slow' })
  expect(await wrongInBooks()).toEqual([])
})

test('the future, malformed moments, users and old sign-ins are refused', async () => {
  const { client } = stand.root
  const at = (target_timestamp: number) => ({ query: { target_timestamp } })
  const future = Math.floor(Date.now() / 1_000) + 3_600
  expect(await codeOf(client.getLogCleanUp(at(future)))).toBe('log.clean-up-future')
  expect(await codeOf(client.cleanLog(at(future)))).toBe('log.clean-up-future')
  for (const wrong of [0, -1, 1.5, Number.NaN]) {
    expect(await codeOf(client.cleanLog(at(wrong)))).toBe('request.invalid')
  }
  expect(await codeOf(customer.browser.client.cleanLog(at(1_000)))).toBe('auth.role-too-low')
  expect(await codeOf(customer.browser.client.getLogCleanUp(at(1_000)))).toBe('auth.role-too-low')
  expect(await client.getLogCleanUp(at(1_000))).toEqual({ count: 0, first: 0, last: 0 })
  expect(await client.cleanLog(at(1_000))).toEqual({ deleted: 0, more: false })
  await stores().db.updateTable('sessions').set({ authenticated_at: 0n }).execute()
  expect(await codeOf(client.cleanLog(at(1_000)))).toBe('auth.recent-sign-in')
})
