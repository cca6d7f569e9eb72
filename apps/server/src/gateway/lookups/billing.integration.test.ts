import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
  stand.upstream.onAny((asked) => asked.json(200, chatAnswer('hello', usageOf(1_000, 500))))
})
afterAll(() => stand[Symbol.asyncDispose]())

const get = async (path: string, key: string) => {
  const response = await fetch(`${stand.product.address}${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test.each([
  ['a key with a limit speaks for itself', { unlimited_quota: false, remain_quota: 1_000_000 }, 2],
  ['a key without one for its owner', { unlimited_quota: true }, 10],
])('%s', async (_, token, dollars) => {
  const customer = await stand.customer({ balance: 5_000_000, token })
  const { key } = customer
  const before = await get('/v1/dashboard/billing/subscription', key)
  expect(before.body).toMatchObject({
    object: 'billing_subscription',
    hard_limit_usd: dollars,
    access_until: 0,
  })
  const messages = [{ role: 'user', content: 'hi' }]
  const answer = await stand.ask(customer, { model: 'mock/x', messages })
  await answer.text()
  const { quota } = await stand.books.charge(answer.headers.get('x-request-id') ?? '')
  expect(quota).toBeGreaterThan(0)
  const usage = await get('/dashboard/billing/usage?start_date=2026-01-01', key)
  expect(usage.body).toEqual({ object: 'list', total_usage: (Number(quota) / 500_000) * 100 })
  // What was used and what is left make the same sum as before.
  const after = await get('/dashboard/billing/subscription', key)
  expect(after.body['hard_limit_usd']).toBe(dollars)
})

test('a wrong key is told nothing', async () => {
  expect((await get('/v1/dashboard/billing/usage', 'sk-wrong')).status).toBe(401)
})
