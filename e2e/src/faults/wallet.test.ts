import { chatAnswer, chatFrames, usageOf } from '@posthouse/testkit/chat-frames'
import { type Customer, chatOf, openStand, priceOf, type Stand } from '@posthouse/testkit/stand'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/* Law 3 through HTTP: no wallet and no limit is overdrawn, however many ask at once. */

let stand: Stand
const callPrice = 1_000

beforeAll(async () => {
  stand = await openStand()
  await stand.root.client.createPrice({
    body: { model: 'mock/call', type: 'times', channel_type: 8, input: '1', output: '1' },
  })
})
afterEach(async () => {
  expect(await stand.books.differences()).toEqual([])
})
afterAll(() => stand[Symbol.asyncDispose]())

type Answered = { readonly status: number; readonly code: string | null }

/** Answers come before their settlement: what is read from the books waits for that. */
async function askOften(customer: Customer, body: object, times: number): Promise<Answered[]> {
  const answers = await Promise.all(
    Array.from({ length: times }, async () => {
      const response = await stand.ask(customer, body)
      const { error } = (await response.json()) as { error?: { code: string } }
      return { status: response.status, code: error?.code ?? null }
    }),
  )
  await stand.books.differences()
  return answers
}

const count = (answers: readonly Answered[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

describe('200 requests at once', () => {
  test('against a balance worth 10: 10 succeed, 190 get 402, nothing is left and nothing owed', async () => {
    const customer = await stand.customer({ balance: 10 * callPrice })
    stand.upstream.on('mock/call', (call) => call.json(200, chatAnswer('Rain', usageOf(1, 1))))
    const answers = await askOften(customer, chatOf('mock/call', 'hello'), 200)
    expect(count(answers, 200)).toBe(10)
    expect(count(answers, 402)).toBe(190)
    expect(new Set(answers.filter(({ status }) => status === 402).map(({ code }) => code))).toEqual(
      new Set(['insufficient_quota']),
    )
    expect(stand.upstream.of('mock/call')).toHaveLength(10)
    expect(await stand.books.balance(customer.id)).toBe(0)
    expect(await stand.books.charged(customer.id)).toBe(10 * callPrice)
  })

  test('against a token worth 10: the wallet keeps the rest', async () => {
    const customer = await stand.customer({
      balance: 1_000_000,
      token: { unlimited_quota: false, remain_quota: 10 * callPrice },
    })
    stand.upstream.on('mock/call', (call) => call.json(200, chatAnswer('Rain', usageOf(1, 1))))
    const answers = await askOften(customer, chatOf('mock/call', 'hello'), 200)
    expect(count(answers, 200)).toBe(10)
    expect(count(answers, 402)).toBe(190)
    expect(await stand.books.balance(customer.id)).toBe(1_000_000 - 10 * callPrice)
    const token = await customer.browser.client.getToken({ params: { id: customer.tokenId } })
    expect(token).toMatchObject({ remain_quota: 0, status: 4 })
  })

  test('against a day worth 10: 429 with the time of the reset, the wallet keeps the rest', async () => {
    const customer = await stand.customer({
      balance: 1_000_000,
      token: { limits: { spend: { day: 10 * callPrice } } },
    })
    stand.upstream.on('mock/call', (call) => call.json(200, chatAnswer('Rain', usageOf(1, 1))))
    const answers = await askOften(customer, chatOf('mock/call', 'hello'), 200)
    expect(count(answers, 200)).toBe(10)
    expect(count(answers, 429)).toBe(190)
    expect(await stand.books.balance(customer.id)).toBe(1_000_000 - 10 * callPrice)
    const refused = await stand.ask(customer, chatOf('mock/call', 'hello'))
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400)
  })

  test('as streams of tokens: the wallet ends at what was charged, never below zero', async () => {
    const model = 'mock/many'
    const balance = 50_000
    const customer = await stand.customer({ balance })
    stand.upstream.on(model, async (call) => {
      call.stream()
      for (const piece of chatFrames(['Rain'], usageOf(300, 100))) await call.write(piece)
      call.end()
    })
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await stand.ask(
          customer,
          chatOf(model, 'hello', { stream: true, max_tokens: 100 }),
        )
        await response.text()
        return response.status
      }),
    )
    expect(await stand.books.differences()).toEqual([])
    const left = await stand.books.balance(customer.id)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(await stand.books.charged(customer.id)).toBe(balance - left)
    // Each used more than was held for it: what the wallet could not pay in the end was written off.
    const rows = await stand.product.server.stores.db
      .selectFrom('usage_log')
      .select('quota')
      .where('user_id', '=', customer.id)
      .where('type', '=', 2n)
      .execute()
    expect(rows).toHaveLength(answers.filter((status) => status === 200).length)
    for (const row of rows) {
      expect(Number(row.quota)).toBe(priceOf(300, 100))
    }
    const used = rows.reduce((sum, row) => sum + Number(row.quota), 0)
    expect(used).toBeGreaterThanOrEqual(balance - left)
  })

  test('a failure of the upstream gives back what it held: nobody is refused for it later', async () => {
    const model = 'mock/failing'
    const customer = await stand.customer({ balance: 2_000 })
    stand.upstream.on(model, (call) => call.json(500, { error: { message: 'no' } }))
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await stand.ask(customer, chatOf(model, 'hello', { max_tokens: 500 }))
      expect(answer.status).toBe(502)
      await stand.books.resolution(answer.headers.get('x-request-id') ?? '')
    }
    expect(await stand.books.balance(customer.id)).toBe(2_000)
  })
})
