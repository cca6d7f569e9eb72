import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { openStripe, type StripeStandIn } from '@posthouse/testkit/payment-gateways/stripe'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askPending, type OrderDesk } from '../../../domain/payments/order-desk.ts'
import { createLog } from '../../../lib/log.ts'
import { systemClock } from '../../../lib/clock.ts'
import { openPayments } from '../../../open-payments.ts'
import { createCurrentSnapshot } from '../../../domain/snapshot/current-snapshot.ts'
import { sandboxTransport } from '../../../upstream/transport/sandbox-transport.ts'
import { undiciTransport } from '../../../upstream/transport/undici-transport.ts'

let product: Product
let root: Browser
let epay: EpayStandIn
let stripe: StripeStandIn
let desk: OrderDesk
const transports = { http: undiciTransport(), sandbox: sandboxTransport() }

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  ;[epay, stripe] = await Promise.all([openEpay(), openStripe()])
  const { stores } = product.server
  const snapshot = await createCurrentSnapshot(stores, { clear: () => undefined })
  const log = createLog('silent')
  desk = openPayments({ ...stores, snapshot, clock: systemClock, transports, log }).orderDesk
})
afterAll(async () => {
  await transports.http.close()
  await epay[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
  await product.close()
})

const gateway = (type: 'epay' | 'stripe', config: Readonly<Record<string, string>>) => {
  const currency = type === 'epay' ? 'CNY' : 'USD'
  const body = { type, name: type, icon: 'card', currency, config: { ...config } } as const
  return root.client.createPaymentGateway({ body })
}

const bring = (uuid: string, params: Record<string, string>) =>
  fetch(`${product.address}/api/payment/notify/${uuid}?${new URLSearchParams(params).toString()}`)

const balanceOf = async (who: Browser) => (await who.client.getSelf({})).quota

async function orderOf(tradeNo: string) {
  const [row] = (await root.client.listOrders({ query: { trade_no: tradeNo } })).data
  return root.client.getOrder({ params: { id: String(row?.id) } })
}

/** The job, when everything is due. */
const job = (now = Date.now() + 86_400_000): Promise<void> =>
  askPending({ db: product.server.stores.db, desk, now }, () => undefined)

const askedLongAgo = (change: object = {}) =>
  product.server.stores.db
    .updateTable('orders')
    .set({ asked_at: 1n, ...change })
    .execute()

async function epayOrder(name: string) {
  const { uuid } = await gateway('epay', epay.config)
  const user = await product.user({ name })
  const begun = await user.client.createOrder({ body: { uuid, amount: 10 } })
  epay.submit(begun.data.params)
  return { uuid, user, tradeNo: begun.trade_no }
}

test('more places than there are coins are read', async () => {
  const { uuid, user, tradeNo } = await epayOrder('places')
  const { order_amount: amount } = await orderOf(tradeNo)
  const answer = await bring(uuid, epay.notice(tradeNo, { money: `${amount}0` }))
  expect(await answer.text()).toBe('success')
  expect(await balanceOf(user)).toBe(5_000_000)
})

test.each(['pending', 'closed'])(
  'an unreadable notice of a %s order is refused, shown, and asked about by the job',
  async (status) => {
    const { uuid, user, tradeNo } = await epayOrder(`unread-${status}`)
    if (status === 'closed') {
      await product.server.stores.db
        .updateTable('orders')
        .set({ status, ended_at: 1n, closes_at: 1n })
        .where('trade_no', '=', tradeNo)
        .execute()
    }
    const answer = await bring(uuid, epay.notice(tradeNo, { money: '76,65' }))
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain('success')
    expect((await orderOf(tradeNo)).events.at(-1)).toMatchObject({
      kind: 'notice',
      verdict: 'unreadable',
      text: 'TRADE_SUCCESS amount: 76,65',
    })
    expect(await balanceOf(user)).toBe(0)
    const paid = epay.orders.get(tradeNo)
    if (paid !== undefined) paid.status = 1
    await askedLongAgo()
    await job()
    expect(await orderOf(tradeNo)).toMatchObject({ status: 'success' })
    expect(await balanceOf(user)).toBe(5_000_000)
    expect(await product.server.stores.ledger.reader.differences()).toEqual([])
  },
)

test('a payment in a currency that is not known comes again, and its order stays open', async () => {
  const { uuid } = await gateway('stripe', stripe.config)
  const user = await product.user({ name: 'euro' })
  const { trade_no: tradeNo } = await user.client.createOrder({ body: { uuid, amount: 10 } })
  const session = [...stripe.sessions.values()].at(-1) ?? expect.fail('no session')
  Object.assign(session, { currency: 'eur' })
  const [answer] = await stripe.pay(session.id)
  expect(answer?.status).toBe(400)
  expect((await orderOf(tradeNo)).events.at(-1)).toMatchObject({
    verdict: 'unreadable',
    text: 'checkout.session.completed currency: eur',
  })
  // Asked after its time was over, the gateway says the same.
  await askedLongAgo({ closes_at: 1n })
  await job()
  await askedLongAgo()
  await job()
  const order = await orderOf(tradeNo)
  expect(order).toMatchObject({ status: 'pending' })
  expect(order.events.filter(({ verdict }) => verdict === 'unreadable')).toHaveLength(2)
  expect(await balanceOf(user)).toBe(0)
  Object.assign(session, { currency: 'usd' })
  await askedLongAgo()
  await job()
  expect(await orderOf(tradeNo)).toMatchObject({ status: 'success' })
  expect(await balanceOf(user)).toBe(5_000_000)
})

test('an order that was paid with another amount says so once, and closes a day after its time', async () => {
  const { uuid } = await gateway('stripe', stripe.config)
  const user = await product.user({ name: 'half' })
  const { trade_no: tradeNo } = await user.client.createOrder({ body: { uuid, amount: 10 } })
  const session = [...stripe.sessions.values()].at(-1) ?? expect.fail('no session')
  Object.assign(session, { amount_total: 1 })
  await stripe.pay(session.id)
  for (let ask = 0; ask < 3; ask += 1) {
    await askedLongAgo()
    await job()
  }
  const order = await orderOf(tradeNo)
  expect(order.status).toBe('pending')
  const checks = order.events.filter(
    ({ kind, verdict }) => kind === 'checked' && verdict === 'amount',
  )
  expect(checks).toHaveLength(1)
  await askedLongAgo({ closes_at: 1n })
  await job()
  expect((await orderOf(tradeNo)).status).toBe('closed')
  expect(await balanceOf(user)).toBe(0)
})
