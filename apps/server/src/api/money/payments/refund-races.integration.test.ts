import { CallError } from '@posthouse/contract/client'
import { eventually } from '@posthouse/testkit/books'
import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { examineBooks } from '../../../books/examine-books.ts'
import { askPending, type OrderDesk } from '../../../domain/payments/order-desk.ts'
import { openRefundMs } from '../../../domain/payments/refund-order.ts'
import { createLog } from '../../../lib/log.ts'
import { systemClock } from '../../../lib/clock.ts'
import { openPayments } from '../../../open-payments.ts'
import { createCurrentSnapshot } from '../../../domain/snapshot/current-snapshot.ts'
import { sandboxTransport } from '../../../upstream/transport/sandbox-transport.ts'
import { undiciTransport } from '../../../upstream/transport/undici-transport.ts'

let product: Product
let root: Browser
let epay: EpayStandIn
let uuid: string
/** As another node would have it. */
let desk: OrderDesk
const transports = { http: undiciTransport(), sandbox: sandboxTransport() }

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  epay = await openEpay()
  const config = { ...epay.config }
  const body = { type: 'epay', name: 'Epay', icon: 'card', currency: 'CNY', config } as const
  ;({ uuid } = await root.client.createPaymentGateway({ body }))
  const { stores } = product.server
  const snapshot = await createCurrentSnapshot(stores, { clear: () => undefined })
  const log = createLog('silent')
  desk = openPayments({ ...stores, snapshot, clock: systemClock, transports, log }).orderDesk
})
afterEach(() => {
  epay.finishRefunds()
  epay.refunds = 'answers'
  epay.mode = 'answers'
})
afterAll(async () => {
  await transports.http.close()
  await epay[Symbol.asyncDispose]()
  await product.close()
})

const orderQuota = 5_000_000
let count = 0

/** A customer who paid. */
async function paid() {
  count += 1
  const user = await product.user({ name: `payer-${count}` })
  const begun = await user.client.createOrder({ body: { uuid, amount: 10 } })
  epay.submit(begun.data.params)
  await epay.pay(begun.trade_no)
  const query = { trade_no: begun.trade_no }
  const [row] = (await root.client.listOrders({ query })).data
  const params = { id: String(row?.id) }
  return {
    user,
    id: BigInt(row?.id ?? 0),
    refund: () => root.client.refundOrder({ params, body: { reason: 'a mistake' } }),
    now: async () => {
      const { refund, events } = await root.client.getOrder({ params })
      const { quota } = await user.client.getSelf({})
      const steps = events.map(({ kind }) => kind).filter((kind) => kind.startsWith('refund'))
      return { refund, quota, steps }
    },
  }
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )

const change = (id: bigint, values: Record<string, bigint | string>) =>
  product.server.stores.db.updateTable('orders').set(values).where('id', '=', id).execute()

/** The job, when everything is due. */
async function job(): Promise<void> {
  const { db } = product.server.stores
  await askPending({ db, desk, now: Date.now() + 86_400_000 }, () => undefined)
}

async function sound(): Promise<void> {
  const { db, database, ledger, dataFolder } = product.server.stores
  const parts = { db, dialect: database.dialect, reader: ledger.reader, clock: systemClock }
  const findings = await examineBooks({ ...parts, dataFolder })
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
}

test('a second administrator is refused while the gateway works on the first request', async () => {
  const order = await paid()
  epay.refunds = 'waits'
  const asked = epay.refundsAsked
  const first = order.refund()
  await eventually('the gateway is asked', () => Promise.resolve(epay.refundsAsked > asked || null))
  expect(await codeOf(order.refund())).toBe('payment.refund-under-way')
  expect(epay.refundsAsked).toBe(asked + 1)
  expect(await order.now()).toMatchObject({ refund: 'asked', quota: 0 })
  epay.finishRefunds()
  expect(await first).toMatchObject({ refund: 'done' })
  expect(await order.now()).toEqual({
    refund: 'done',
    quota: 0,
    steps: ['refund-asked', 'refund-unknown', 'refunded'],
  })
  await sound()
})

test('twenty requests at once take the quota once and ask the gateway once', async () => {
  const order = await paid()
  const asked = epay.refundsAsked
  const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(order.refund())))
  expect(codes.filter((code) => code === 'fine')).toHaveLength(1)
  expect(new Set(codes)).not.toContain('payment.gateway-failed')
  expect(epay.refundsAsked).toBe(asked + 1)
  expect(await order.now()).toMatchObject({ refund: 'done', quota: 0 })
  await sound()
})

test('a refusal is not believed while an earlier request has no answer', async () => {
  const order = await paid()
  epay.mode = 'page'
  expect(await codeOf(order.refund())).toBe('payment.gateway-failed')
  epay.mode = 'answers'
  epay.refunds = 'refused'
  expect(await codeOf(order.refund())).toBe('payment.gateway-failed')
  expect(await order.now()).toEqual({
    refund: 'asked',
    quota: 0,
    steps: ['refund-asked', 'refund-unknown', 'refund-asked', 'refund-unknown'],
  })
  // The first one went through after all, and the job hears of it.
  epay.refunds = 'answers'
  await job()
  expect(await order.now()).toMatchObject({ refund: 'done', quota: 0 })
  await sound()
})

test('a refusal is believed when the earlier request is long over', async () => {
  const order = await paid()
  epay.mode = 'page'
  await codeOf(order.refund())
  epay.mode = 'answers'
  epay.refunds = 'refused'
  await change(order.id, { refund_open_at: BigInt(Date.now() - openRefundMs) })
  expect(await codeOf(order.refund())).toBe('payment.refund-refused')
  expect(await order.now()).toMatchObject({ refund: 'none', quota: orderQuota })
  epay.refunds = 'answers'
  await order.refund()
  expect(await order.now()).toMatchObject({ refund: 'done', quota: 0 })
  await sound()
})

test('the job settles a refund whose answer was lost with its process', async () => {
  const order = await paid()
  epay.refunds = 'waits'
  const asked = epay.refundsAsked
  const dying = codeOf(order.refund())
  await eventually('the gateway is asked', () => Promise.resolve(epay.refundsAsked > asked || null))
  // The process was killed: its request is busy for ever.
  await job()
  expect(epay.refundsAsked).toBe(asked + 1)
  await change(order.id, { refund_asked_at: 1n })
  await job()
  expect(await order.now()).toMatchObject({ refund: 'asked', quota: 0 })
  epay.finishRefunds()
  await dying
  expect(await order.now()).toMatchObject({ refund: 'done', quota: 0 })
  await sound()
})

test('a late answer that the money was returned takes the quota again, as far as it is there', async () => {
  for (const [spent, steps] of [
    [0, ''],
    [3_000_000, 'short'],
  ] as const) {
    const order = await paid()
    epay.refunds = 'waits'
    const asked = epay.refundsAsked
    const paused = order.refund()
    await eventually('the gateway is asked', () =>
      Promise.resolve(epay.refundsAsked > asked || null),
    )
    // Its process stood still. Others asked, and after an hour a refusal was believed.
    await change(order.id, { refund_asked_at: 1n, refund_open_at: 1n })
    expect(await codeOf(order.refund())).toBe('payment.refund-refused')
    expect(await order.now()).toMatchObject({ refund: 'none', quota: orderQuota })
    const { id } = await order.user.client.getSelf({})
    if (spent > 0) {
      await root.client.adjustQuota({ params: { id }, body: { quota: -spent, remark: 'used' } })
    }
    epay.finishRefunds()
    const done = await paused
    expect(done).toMatchObject({ refund: 'done' })
    expect(done.events.at(-1)).toMatchObject({ kind: 'refunded', verdict: steps })
    expect(await order.now()).toMatchObject({ refund: 'done', quota: 0 })
    epay.refunds = 'answers'
  }
  await sound()
})
