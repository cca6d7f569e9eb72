import type { CallError } from '@posthouse/contract/client'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineBooks } from '../../books/examine-books.ts'
import { archiveLog } from '../../domain/usage-log/archive-log.ts'
import { systemClock } from '../../lib/clock.ts'

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
  stand.upstream.on('mock/one', (asked) => asked.json(200, chatAnswer('hello', usageOf(10, 5))))
  stand.upstream.on('mock/doubted', (asked) =>
    asked.json(200, chatAnswer('hello', usageOf(1_000_000, 5))),
  )
})
afterAll(() => stand[Symbol.asyncDispose]())

const body = { reason: 'The answer was cut short.' }

/** 10 tokens in and 5 out, three times as dear: 25 units. */
const price = 25

/** A customer's call that was charged; its id. */
async function chargedCall(customer: Customer): Promise<string> {
  const response = await stand.ask(customer, chatOf('mock/one', 'hello'))
  await response.text()
  const id = response.headers.get('x-request-id') ?? ''
  expect((await stand.books.charge(id)).quota).toBe(price)
  return id
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: CallError) => error.code,
  )

async function wrongInBooks(): Promise<string[]> {
  const { db, database, ledger, dataFolder } = stand.product.server.stores
  const parts = {
    db,
    dialect: database.dialect,
    reader: ledger.reader,
    clock: systemClock,
    dataFolder,
  }
  return (await examineBooks(parts)).filter(({ ok }) => !ok).map(({ text }) => text)
}

describe('an administrator gives a charge back', () => {
  test('and the token was not used by that', async () => {
    const customer = await stand.customer({ balance: 500_000 })
    const id = await chargedCall(customer)
    await stand.root.client.refundCharge({ params: { id }, body })
    const later = async (ms: bigint) =>
      await stand.product.server.stores.db
        .updateTable('usage_log')
        .set((is) => ({ created_at: is('created_at', '+', ms) }))
        .where('request_id', '=', id)
        .where('type', '=', 6n)
        .execute()
    const anHour = 3_600_000n
    await later(anHour)
    const { data } = await customer.browser.client.listTokens({ query: {} })
    const used = data.find((token) => BigInt(token.id) === BigInt(customer.tokenId))?.accessed_time
    await later(-anHour)
    expect(used).toBeLessThan(Date.now() / 1_000 + 60)
  })

  test('and wallet, limit and spend window have it again; the log and the receipt say so', async () => {
    const token = {
      unlimited_quota: false,
      remain_quota: 100_000,
      limits: { spend: { day: 90_000 } },
    }
    const customer = await stand.customer({ balance: 500_000, token })
    const kept = await chargedCall(customer)
    const id = await chargedCall(customer)
    const params = { id }
    const { client } = stand.root
    expect(await client.refundCharge({ params, body })).toEqual({ returned: price, forgiven: 0 })

    expect(await stand.books.balance(customer.id)).toBe(500_000 - price)
    const { reader } = stand.product.server.stores.ledger
    const limit = await reader.balance(`limit:${BigInt(customer.tokenId)}`)
    expect(limit.balance).toBe(100_000n - BigInt(price))
    const windows = await stand.product.server.stores.db
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('code', 'like', `window:token:${customer.tokenId}:%`)
      .execute()
    expect(windows).toEqual([{ balance: 90_000n - BigInt(price) }])

    const { data } = await customer.browser.client.listOwnLogs({ query: { log_type: 6 } })
    expect(data).toMatchObject([
      { request_id: id, type: 6, quota: -price, content: body.reason, model_name: 'mock/one' },
    ])
    const receipt = await client.explainCharge({ params })
    expect(receipt.refund).toMatchObject({
      returned: price,
      forgiven: 0,
      reason: body.reason,
      by: 'root',
    })
    expect(receipt.steps.map(({ kind }) => kind)).toEqual(['hold', 'settle', 'refund'])
    const ofRow = await customer.browser.client.explainCharge({
      params: { id: String(data[0]?.id) },
    })
    expect(ofRow).toMatchObject({ log_id: receipt.log_id, quota: price, refund: { by: '' } })
    expect((await client.explainCharge({ params: { id: kept } })).refund).toBeNull()
    expect(await client.getLog({ params })).toMatchObject({ type: 2 })
  })

  test('and sums by rows and by hours fall alike, with the books in order', async () => {
    const customer = await stand.customer()
    await chargedCall(customer)
    const id = await chargedCall(customer)
    await stand.root.client.refundCharge({ params: { id }, body })
    const { client } = customer.browser
    const ofHours = await client.sumOwnLogs({ query: {} })
    expect(ofHours).toMatchObject({ requests: 2, errors: 0, quota: price })
    const now = Math.floor(Date.now() / 1_000)
    const edges = { start_timestamp: now - 90, end_timestamp: now + 90 }
    for (const query of [
      edges,
      { token_name: `token of ${(await client.getSelf({})).username}` },
    ]) {
      expect(await client.sumOwnLogs({ query })).toMatchObject({ requests: 2, quota: price })
    }
    const { total } = await client.ownLogSeries({ query: { step: 'minute', ...edges } })
    expect(total).toMatchObject({ requests: 2, quota: price })
    expect(await wrongInBooks()).toEqual([])
  })

  test('and sums of doubted answers fall by it, too, but not their number', async () => {
    const customer = await stand.customer()
    const response = await stand.ask(customer, chatOf('mock/doubted', 'hello'))
    await response.text()
    const id = response.headers.get('x-request-id') ?? ''
    await stand.books.charge(id)
    const { client } = customer.browser
    const query = { doubted: 1 } as const
    const before = await client.sumOwnLogs({ query })
    expect(before).toMatchObject({ requests: 1 })
    expect(before.quota).toBeGreaterThan(0)
    await stand.root.client.refundCharge({ params: { id }, body })
    expect(await client.sumOwnLogs({ query })).toMatchObject({ requests: 1, quota: 0 })
    expect((await client.listOwnLogs({ query })).data.map(({ type }) => type)).toEqual([6, 2])
    expect(await wrongInBooks()).toEqual([])
  })

  test('once, whoever asks how often', async () => {
    const customer = await stand.customer()
    const params = { id: await chargedCall(customer) }
    const asked = Array.from({ length: 5 }, () =>
      codeOf(stand.root.client.refundCharge({ params, body })),
    )
    expect((await Promise.all(asked)).toSorted()).toEqual([
      'fine',
      ...Array<string>(4).fill('log.refunded'),
    ])
    expect(await stand.books.balance(customer.id)).toBe(1_000_000_000)
  })

  test('and what was spent from an address falls by it', async () => {
    const customer = await stand.customer()
    const { client } = stand.root
    const params = { id: await chargedCall(customer) }
    await chargedCall(customer)
    const { source_ip } = await client.getLog({ params })
    const query = { source_ip, username: (await customer.browser.client.getSelf({})).username }
    expect(await client.sumLogs({ query })).toMatchObject({ quota: 2 * price })
    await client.refundCharge({ params, body })
    expect(await client.sumLogs({ query })).toMatchObject({ quota: price })
  })

  test('of the archive’s days, too, the books are in order', async () => {
    const customer = await stand.customer()
    const id = await chargedCall(customer)
    await stand.root.client.refundCharge({ params: { id }, body })
    const later = Date.now() + 3 * 86_400_000
    const clock = { now: () => later, monotonic: () => later }
    expect(await archiveLog({ db: stand.product.server.stores.db, clock }, 1)).toBeGreaterThan(1)
    expect(await wrongInBooks()).toEqual([])
  })
})

describe('it is refused', () => {
  const codeFor = (id: string, browser = stand.root) =>
    codeOf(browser.client.refundCharge({ params: { id }, body }))

  test('for a row that is no charge, a call that failed and one that is not there', async () => {
    const customer = await stand.customer()
    const failed = await stand.ask(customer, chatOf('mock/unknown', 'hello'))
    await failed.text()
    const id = failed.headers.get('x-request-id') ?? ''
    await stand.books.charge(id)
    const { data } = await stand.root.client.listLogs({ query: { log_type: 4 } })
    expect(await codeFor(id)).toBe('log.nothing-charged')
    expect(await codeFor(String(data[0]?.id))).toBe('log.nothing-charged')
    expect(await codeFor('999999999')).toBe('log.not-found')
  })

  test('for a refund itself, which has the id of its call', async () => {
    const customer = await stand.customer()
    const id = await chargedCall(customer)
    expect(await codeFor(id)).toBe('fine')
    const { data } = await customer.browser.client.listOwnLogs({ query: { log_type: 6 } })
    expect(await codeFor(String(data[0]?.id))).toBe('log.nothing-charged')
    expect(await codeFor(id)).toBe('log.refunded')
  })

  test('when what was held is not known any more', async () => {
    const customer = await stand.customer()
    const id = await chargedCall(customer)
    await stand.product.server.stores.db.deleteFrom('ledger_holds').where('id', '=', id).execute()
    expect(await codeFor(id)).toBe('log.refund-late')
  })

  test('without a reason, and to whoever may not', async () => {
    const customer = await stand.customer()
    const admin = await stand.customer({ role: 10 })
    const [id, own] = [await chargedCall(customer), await chargedCall(admin)]
    const unsaid = stand.root.client.refundCharge({ params: { id }, body: { reason: ' ' } })
    await expect(unsaid).rejects.toMatchObject({ fields: { reason: expect.any(String) } })
    expect(await codeFor(own, admin.browser)).toBe('user.level')
    await expect(
      customer.browser.client.refundCharge({ params: { id }, body }),
    ).rejects.toMatchObject({ status: 403 })
    expect(await codeFor(id, admin.browser)).toBe('fine')
  })

  test('when the password was given long ago', async () => {
    const admin = await stand.customer({ role: 10 })
    const id = await chargedCall(await stand.customer())
    await stand.product.server.stores.db
      .updateTable('sessions')
      .set({ authenticated_at: 0n })
      .where('user_id', '=', admin.id)
      .execute()
    expect(await codeFor(id, admin.browser)).toBe('auth.recent-sign-in')
  })
})
