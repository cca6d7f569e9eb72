import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand } from '@posthouse/testkit/stand'
import { expect, test, vi } from 'vitest'

test('a receipt has the attempts of a retried call in time; its owner sees no channel and no message', async () => {
  await using stand = await openStand()
  await stand.set('RetryTimes', 2)
  const customer = await stand.customer()
  let calls = 0
  stand.upstream.on('mock/retried', (call) => {
    calls += 1
    if (calls === 1) call.json(503, { error: { message: 'secret words of the supplier' } })
    else call.json(200, chatAnswer('hello', usageOf(10, 5)))
  })
  const response = await stand.ask(customer, chatOf('mock/retried', 'hello'))
  await response.text()
  expect(response.status).toBe(200)
  const params = { id: response.headers.get('x-request-id') ?? '' }
  await stand.books.charge(params.id)
  const { attempts } = await vi.waitFor(async () => {
    const receipt = await stand.root.client.explainCharge({ params })
    expect(receipt.attempts).toHaveLength(2)
    return receipt
  })
  const [first, second] = attempts
  expect(first).toMatchObject({ number: 1, failure: 'overloaded', status: 503 })
  expect(first?.message).toContain('secret words')
  expect(first?.key).toMatch(/^…/)
  expect(second).toMatchObject({ number: 2, failure: '', status: 200 })
  expect(second?.offset).toBeGreaterThanOrEqual(first?.offset ?? 0)
  const own = await customer.browser.client.explainCharge({ params })
  expect(
    own.attempts.map(({ failure, channel, key, message }) => [failure, channel, key, message]),
  ).toEqual([
    ['overloaded', '', '', ''],
    ['', '', '', ''],
  ])
})
