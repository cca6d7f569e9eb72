import type { MockCall } from '@posthouse/testkit/mock-upstream'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let stand: Stand
beforeEach(async () => {
  stand = await openStand()
  for (const [name, priority] of [
    ['failing', 20],
    ['working', 10],
    ['spare', 5],
  ] as const) {
    await stand.root.client.createChannel({
      body: {
        type: 8,
        name,
        group: ['default'],
        models: ['some/video'],
        key: 'sk-upstream-canary-0123456789',
        base_url: `${stand.upstream.url}/${name}`,
        priority,
      },
    })
  }
  await stand.root.client.createPrice({
    body: { model: 'some/video', type: 'times', channel_type: 8, input: '1', output: '1' },
  })
  stand.upstream.onAny((call) => call.json(200, { id: 'video_1', status: 'queued' }))
})
afterEach(() => stand[Symbol.asyncDispose]())

/** `failing` answers a submission as given; the others accept it. */
const fail = (answer: (call: MockCall) => unknown): void =>
  stand.upstream.on('some/video', async (call) => {
    if (call.channel === 'failing') await answer(call)
    else call.json(200, { id: 'video_1', status: 'queued' })
  })

const submit = (customer: Customer): Promise<Response> =>
  stand.ask(customer, { model: 'some/video', prompt: 'a square' }, { path: '/v1/videos' })

/** The channels that were asked to make a video, in order. */
const asked = (): string[] => stand.upstream.of('some/video').map(({ channel }) => channel)

const moneyOf = async ({ id }: Customer) => {
  const { balance, held } = await stand.product.server.stores.ledger.reader.balance(`wallet:${id}`)
  return { balance, held }
}

test('a failing channel is followed by the next, cools down after three failures and is skipped', async () => {
  const customer = await stand.customer({ balance: 10_000_000 })
  fail((call) => call.json(503, { error: { message: 'no room' } }))
  for (let count = 0; count < 3; count += 1) expect((await submit(customer)).status).toBe(200)
  expect(asked()).toEqual(Array(3).fill(['failing', 'working']).flat())
  expect((await submit(customer)).status).toBe(200)
  expect(asked().slice(6)).toEqual(['working'])
})

test('both attempts of a task are in its receipt', async () => {
  const customer = await stand.customer({ balance: 10_000_000 })
  fail((call) => call.json(503, { error: { message: 'no room' } }))
  await submit(customer)
  const { db } = stand.product.server.stores
  const params = await db.selectFrom('tasks').select('id').executeTakeFirstOrThrow()
  const { attempts } = await vi.waitFor(async () => {
    const receipt = await stand.root.client.explainCharge({ params })
    expect(receipt.attempts).toHaveLength(2)
    return receipt
  })
  expect(attempts).toMatchObject([
    { number: 1, failure: 'overloaded', status: 503 },
    { number: 2, failure: '', status: 200 },
  ])
})

test('a channel that answers 429 is skipped at once', async () => {
  const customer = await stand.customer({ balance: 10_000_000 })
  fail((call) => call.json(429, { error: { message: 'slow down' } }, { 'retry-after': '60' }))
  await submit(customer)
  await submit(customer)
  expect(asked()).toEqual(['failing', 'working', 'working'])
})

test('RetryTimes limits the suppliers that are asked', async () => {
  await stand.set('RetryTimes', 0)
  const customer = await stand.customer({ balance: 10_000_000 })
  fail((call) => call.json(503, { error: { message: 'no room' } }))
  expect((await submit(customer)).status).toBeGreaterThanOrEqual(500)
  expect(asked()).toEqual(['failing'])
  expect(await moneyOf(customer)).toEqual({ balance: 10_000_000n, held: 0n })
})

test('no other supplier is asked once one may be making the video', async () => {
  const customer = await stand.customer({ balance: 10_000_000 })
  fail((call) => call.json(200, { status: 'queued' }))
  expect((await submit(customer)).status).toBeGreaterThanOrEqual(500)
  expect(asked()).toEqual(['failing'])
  expect(await moneyOf(customer)).toEqual({ balance: 10_000_000n, held: 0n })
})

test('a request that the supplier rejects is not tried elsewhere and does not count against the channel', async () => {
  const customer = await stand.customer({ balance: 10_000_000 })
  fail((call) => call.json(400, { error: { message: 'not this prompt', type: 'invalid_request' } }))
  for (let count = 0; count < 4; count += 1) expect((await submit(customer)).status).toBe(400)
  expect(asked()).toEqual(Array(4).fill('failing'))
})

test('a task whose acceptance was lost expires after RetryTimeOut and one more call', async () => {
  await stand.set('RetryTimeOut', 600)
  const customer = await stand.customer({ balance: 10_000_000 })
  const deadlines: number[] = []
  stand.upstream.on('some/video', async (call) => {
    const row = await stand.product.server.stores.db
      .selectFrom('tasks')
      .select(['created_at', 'deadline_at'])
      .executeTakeFirstOrThrow()
    deadlines.push(Number(row.deadline_at) - Number(row.created_at))
    call.json(200, { id: 'video_1', status: 'queued' })
  })
  await submit(customer)
  expect(deadlines).toEqual([600_000 + 180_000])
})
