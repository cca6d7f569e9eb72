import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverDue } from './deliver-due.ts'
import { attemptsMax, type Deliver, type Delivery } from './message.ts'
import { createOutboxStore, type OutboxStore } from './outbox-store.ts'

let here: TestDatabase
let outbox: OutboxStore
let now = 0
beforeAll(async () => {
  here = await testDatabase()
  outbox = createOutboxStore(here.database.kysely)
})
afterAll(() => here.close())
beforeEach(async () => {
  now = 1_000_000
  await here.database.kysely.deleteFrom('outbox').execute()
})

const delivered: Delivery = { outcome: 'delivered' }
const again: Delivery = { outcome: 'again', reason: 'busy' }
const warnings: object[] = []
const run = (deliver: Deliver) =>
  deliverDue({
    outbox,
    deliver,
    clock: { now: () => now },
    log: { warn: (fields) => warnings.push(fields) },
    random: () => 0.5,
  })
const add = (key: string) =>
  here.database.kysely
    .transaction()
    .execute((transaction) =>
      outbox.add(transaction, { kind: 'test', key, payload: { key }, at: now }),
    )
const row = () => here.database.kysely.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()

describe('a message', () => {
  test('is there with what it tells of, or not at all', async () => {
    const failed = here.database.kysely.transaction().execute(async (transaction) => {
      await outbox.add(transaction, { kind: 'test', key: 'a', payload: {}, at: now })
      throw new Error('taken back')
    })
    await expect(failed).rejects.toThrow('taken back')
    expect(await outbox.due(now, 10)).toEqual([])
  })

  test('is told once for each key', async () => {
    await add('a')
    await add('a')
    await add('b')
    const payloads = (await outbox.due(now, 10)).map(({ payload }) => payload)
    expect(payloads.toSorted()).toEqual(['{"key":"a"}', '{"key":"b"}'])
  })

  test('that was delivered is due no more', async () => {
    await add('a')
    expect(await run(async () => delivered)).toBe(1)
    expect(await run(async () => delivered)).toBe(0)
    expect(await row()).toMatchObject({ attempts: 1n, delivered_at: BigInt(now) })
  })

  test('that was not taken is tried again later, with the same id', async () => {
    await add('a')
    const ids: string[] = []
    const refuse: Deliver = async ({ id }) => {
      ids.push(id)
      return again
    }
    expect(await run(refuse)).toBe(1)
    now += 9_999
    expect(await run(refuse)).toBe(0)
    expect(await row()).toMatchObject({ attempts: 1n, last_error: 'busy' })
    now += 1
    expect(await run(refuse)).toBe(1)
    expect(new Set(ids).size).toBe(1)
  })

  test('is given up after ten attempts, and said to be', async () => {
    await add('a')
    let tried = 0
    for (let turn = 0; turn < 2 * attemptsMax; turn += 1) {
      tried += await run(async () => again)
      now += 24 * 3_600_000
    }
    expect(tried).toBe(attemptsMax)
    expect((await row()).given_up_at).not.toBeNull()
    expect(warnings.at(-1)).toMatchObject({ kind: 'test', reason: 'busy' })
  })

  test('that nobody will take is given up at once', async () => {
    await add('a')
    await run(async () => ({ outcome: 'never', reason: 'gone' }))
    expect(await row()).toMatchObject({ attempts: 1n, given_up_at: BigInt(now) })
  })

  test('waits without an attempt while nobody listens, for a week', async () => {
    await add('a')
    const nobody: Deliver = async () => ({ outcome: 'wait', reason: 'nobody listens' })
    for (let minutes = 0; minutes < 7 * 24 * 60; minutes += 10) {
      expect(await run(nobody)).toBe(1)
      now += 600_000
    }
    expect(await row()).toMatchObject({ attempts: 0n, given_up_at: null })
    await run(nobody)
    expect(await row()).toMatchObject({ given_up_at: BigInt(now), last_error: 'nobody listens' })
  })

  test('that has waited is delivered to who listens then', async () => {
    await add('a')
    await run(async () => ({ outcome: 'wait', reason: 'nobody listens' }))
    now += 600_000
    expect(await run(async () => delivered)).toBe(1)
    expect(await row()).toMatchObject({ attempts: 1n, delivered_at: BigInt(now) })
  })

  test('whose deliverer throws is tried again, and holds up no other', async () => {
    await add('a')
    await add('b')
    const deliver: Deliver = async ({ payload }) => {
      if (payload.includes('a')) throw new Error('a bug')
      return delivered
    }
    expect(await run(deliver)).toBe(2)
    now += 3_600_000
    expect((await outbox.due(now, 10)).map(({ payload }) => payload)).toEqual(['{"key":"a"}'])
  })

  test('stays delivered when a second attempt at the same time fails', async () => {
    await add('a')
    await run(async ({ id }) => {
      await outbox.end(id, { deliveredAt: now })
      return again
    })
    expect(await row()).toMatchObject({ delivered_at: BigInt(now), last_error: '' })
  })
})

test('many are brought out in batches', async () => {
  for (let turn = 0; turn < 20; turn += 1) await add(String(turn))
  expect([await run(async () => delivered), await run(async () => delivered)]).toEqual([16, 4])
})

const monthMs = 30 * 86_400_000

test('what is over is kept for a month, what is due for ever', async () => {
  await add('delivered')
  await run(async () => delivered)
  await add('given up')
  await run(async () => ({ outcome: 'never', reason: 'gone' }))
  await add('due')
  const keys = async () =>
    (await here.database.kysely.selectFrom('outbox').select('key').orderBy('key').execute()).map(
      ({ key }) => key,
    )
  await outbox.prune(now + monthMs)
  expect(await keys()).toEqual(['delivered', 'due', 'given up'])
  await outbox.prune(now + monthMs + 1)
  expect(await keys()).toEqual(['due'])
})
