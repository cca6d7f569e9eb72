import { walletOf } from '@posthouse/ledger/account'
import { quota } from '@posthouse/ledger/quota'
import {
  doneFrame,
  stopFrame,
  textFrame,
  usageFrame,
  usageOf,
} from '@posthouse/testkit/chat-frames'
import { eventually } from '@posthouse/testkit/books'
import { readStream } from '@posthouse/testkit/read-stream'
import { chatOf, openStand, priceOf, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* A node that stood still so long that others took it for dead, and its streams that went on. */

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
  await stand.set('HoldSliceTokens', 64)
})
afterAll(() => stand[Symbol.asyncDispose]())

/** A stream whose hold expires after its first words; `meanwhile` comes before it goes on. */
async function pausedStream(name: string, meanwhile: (user: bigint) => Promise<void>) {
  const model = `mock/${name}`
  const customer = await stand.customer({ balance: 5_000 })
  const paused = Promise.withResolvers<void>()
  stand.upstream.on(model, async (call) => {
    call.stream()
    await call.write(textFrame('first'))
    await paused.promise
    for (let word = 0; word < 300; word += 1) await call.write(textFrame(' abc'))
    for (const piece of [stopFrame, usageFrame(usageOf(10, 301)), doneFrame])
      await call.write(piece)
    call.end()
  })
  const response = await stand.ask(customer, chatOf(model, 'hello', { stream: true }))
  const id = response.headers.get('x-request-id') ?? ''
  const { ledger } = stand.product.server.stores
  await eventually('the first words', () => (stand.upstream.of(model).length > 0 ? true : null))
  await ledger.writer.submit({
    kind: 'void',
    hold: id,
    reason: 'its process ended',
    expired: true,
    usage: null,
    tallies: [],
    at: Date.now(),
  })
  await meanwhile(customer.id)
  paused.resolve()
  return { seen: await readStream(response), charge: await stand.books.charge(id), customer, id }
}

test('takes its hold again and charges all that it delivered', async () => {
  const { seen, charge, customer, id } = await pausedStream('paused', async () => {})
  expect(seen.done).toBe(true)
  expect(charge).toMatchObject({ outcome: 'complete', quota: priceOf(10, 301), writtenOff: 0 })
  expect(await stand.books.resolution(id)).toBe('settled')
  expect(await stand.books.balance(customer.id)).toBe(5_000 - priceOf(10, 301))
  expect(await stand.books.differences()).toEqual([])
})

test('ends with a charge of what it delivered when its money is gone', async () => {
  const { seen, charge, customer } = await pausedStream('paused-poor', async (user) => {
    await stand.product.server.stores.ledger.writer.submit({
      kind: 'adjust',
      cause: 'paused',
      account: walletOf(user),
      counterpart: 'adjusted',
      amount: quota(-4_900),
      actor: 'test',
      remark: '',
      usage: null,
      at: Date.now(),
    })
  })
  expect(seen.error).toMatchObject({ code: 'insufficient_quota' })
  expect(charge).toMatchObject({ outcome: 'quota-ran-out', usageSource: 'counted' })
  expect(charge.paid).toBe(100)
  expect(charge.paid + charge.writtenOff).toBe(charge.quota)
  expect(await stand.books.balance(customer.id)).toBe(0)
  expect(await stand.books.differences()).toEqual([])
})
