import type { Statement } from '@posthouse/contract/statement'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { openStand, type Customer, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
  stand.upstream.onAny((asked) => asked.json(200, chatAnswer('hello', usageOf(10, 5))))
})
afterAll(() => stand[Symbol.asyncDispose]())

const call = async (customer: Customer) => {
  const response = await stand.ask(customer, {
    model: 'mock/echo',
    messages: [{ role: 'user', content: 'hi' }],
  })
  await response.text()
  await stand.books.charge(response.headers.get('x-request-id') ?? '')
}

const month = new Date().toISOString().slice(0, 7)
const statementOf = (customer: Customer, query: { month: string; time_zone?: string }) =>
  customer.browser.client.getOwnStatement({ query })

/** Puts everything that happened so far back by so many months. */
const age = async (months: number) => {
  const { db } = stand.product.server.stores
  const by = BigInt(months) * 31n * 86_400_000n
  await db
    .updateTable('ledger_operations')
    .set((set) => ({ at: set('at', '-', by) }))
    .execute()
}

const adds = ({ opening, closing, lines }: Statement) => {
  let balance = opening
  for (const line of lines) {
    balance += line.amount
    expect(line.balance).toBe(balance)
  }
  expect(balance).toBe(closing)
}

describe('a statement', () => {
  test('has a line for all that came, one for the usage of a day, and adds up to the balance', async () => {
    const customer = await stand.customer({ balance: 1_000 })
    const { root } = stand
    await call(customer)
    await call(customer)
    const [key = ''] = await root.client.createRedemptions({ body: { name: 'code', quota: 500 } })
    await customer.browser.client.redeemCode({ body: { key } })
    const params = { id: Number(customer.id) }
    await root.client.adjustQuota({ params, body: { quota: -30, remark: 'a correction' } })
    const statement = await statementOf(customer, { month })
    adds(statement)
    const { quota } = await customer.browser.client.getSelf({})
    expect(statement.opening).toBe(0)
    expect(statement.closing).toBe(quota)
    expect(statement.lines.filter(({ kind }) => kind === 'usage')).toMatchObject([{ count: 2 }])
    expect(statement.lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'code',
          amount: 500,
          text: 'Top-up with a redemption code',
        }),
        expect.objectContaining({ kind: 'correction', amount: -30, text: 'a correction' }),
      ]),
    )
    const seen = await root.client.getStatement({
      params: { id: String(params.id) },
      query: { month },
    })
    expect(seen).toEqual(statement)
    const file = await customer.browser.client.exportOwnStatement({ query: { month } })
    expect(file.trim().split('\n')).toHaveLength(statement.lines.length + 1)
  })

  test('of every month and user begins where the one before ended', async () => {
    const customer = await stand.customer({ balance: 2_000 })
    await call(customer)
    await age(2)
    await call(customer)
    await age(1)
    await call(customer)
    const now = new Date()
    const months = [-4, -3, -2, -1, 0, 1].map((offset) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1))
        .toISOString()
        .slice(0, 7),
    )
    const users = (await stand.root.client.listUsers({ query: { size: 100 } })).data
    expect(users.length).toBeGreaterThan(2)
    for (const { id, quota } of users) {
      for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns']) {
        let before = 0
        for (const month of months) {
          const query = { month, time_zone: zone }
          const statement = await stand.root.client.getStatement({
            params: { id: String(id) },
            query,
          })
          adds(statement)
          expect(statement.opening).toBe(before)
          before = statement.closing
        }
        expect(before).toBe(quota)
      }
    }
  })

  test('asks for a month that is one', async () => {
    for (const bad of ['', '2026', '2026-13', '2026-1', '1999-01', "2026-01'--"]) {
      await expect(
        stand.root.client.getOwnStatement({ query: { month: bad } }),
      ).rejects.toMatchObject({
        fields: { month: expect.any(String) },
      })
    }
  })
})
