import { openStripe, type StripeStandIn } from '@posthouse/testkit/payment-gateways/stripe'
import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  GatewayAccount,
  PaymentRequest,
  RawNotice,
} from '../../domain/payments/gateway-port.ts'
import { createLog } from '../../lib/log.ts'
import { systemClock } from '../../lib/clock.ts'
import { undiciTransport } from '../../upstream/transport/undici-transport.ts'
import { paymentGateways } from './gateways.ts'

const transport = undiciTransport()
const port = paymentGateways({
  transport,
  log: createLog('silent'),
  clock: systemClock,
  waitMs: 500,
})
/** Nobody listens there: notices are built by hand. */
const notifyUrl = 'http://127.0.0.1:1/api/payment/notify/1'
let site: StripeStandIn
let account: GatewayAccount
beforeAll(async () => {
  site = await openStripe()
  account = accountWith(await port.register(accountWith(), notifyUrl))
})
beforeEach(() => {
  site.mode = 'answers'
  site.refundStatus = 'succeeded'
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await transport.close()
})

const accountWith = (config: Readonly<Record<string, string>> = {}): GatewayAccount => ({
  type: 'stripe',
  currency: 'USD',
  config: { ...site.config, ...config },
  privateAllowed: true,
})

let count = 0
const request = (minor = 1_234n): PaymentRequest => ({
  tradeNo: `PH${(count += 1)}`,
  money: { currency: 'USD', minor },
  subject: 'Top-up & more',
  notifyUrl,
  returnUrl: 'https://shop.test/panel/orders',
  closesAt: Date.now() + 900_000,
  userId: 7n,
})

async function started(minor?: bigint) {
  const asked = request(minor)
  const { gatewayNo = '' } = await port.start(account, asked)
  const session = site.sessions.get(gatewayNo)
  if (session === undefined) throw new Error('no session')
  return { ...asked, gatewayNo, session }
}

async function paid(minor?: bigint) {
  const order = await started(minor)
  order.session.payment_status = 'paid'
  order.session.status = 'complete'
  order.session.payment_intent = `pi_${order.tradeNo}`
  return { ...order, intent: order.session.payment_intent }
}

const notice = ({ body, signature }: { body: string; signature: string }): RawNotice => ({
  method: 'POST',
  query: new URLSearchParams(),
  headers: { 'stripe-signature': signature },
  body: Buffer.from(body),
  receivedAt: Date.now(),
})
const failed = { code: 'payment.gateway-failed' }

describe('starting', () => {
  test('makes a session of the exact amount, and again the same for the same order', async () => {
    const asked = { ...request(1_999n), closesAt: Date.now() + 3_600_000 }
    const start = await port.start(account, asked)
    const session = site.sessions.get(start.gatewayNo ?? '')
    expect(start).toMatchObject({ kind: 'redirect', url: session?.url })
    expect(session).toMatchObject({
      client_reference_id: asked.tradeNo,
      metadata: { trade_no: asked.tradeNo, user_id: '7' },
      amount_total: 1_999,
      currency: 'usd',
      expires_at: Math.ceil(asked.closesAt / 1_000),
    })
    expect(await port.start(account, asked)).toEqual(start)
  })

  test('says why Stripe did not take it, without the key', async () => {
    await expect(port.start(account, request(1n))).rejects.toMatchObject({
      ...failed,
      params: { said: 'The amount is too small' },
    })
    const wrong = accountWith({ secret_key: 'sk_test_wrong' })
    await expect(port.start(wrong, request())).rejects.toMatchObject({
      ...failed,
      params: { said: 'Invalid API Key provided: Bearer ***' },
    })
    for (const secret_key of ['', 'a\nb']) {
      await expect(port.start(accountWith({ secret_key }), request())).rejects.toMatchObject(failed)
    }
  })
})

describe('a notice', () => {
  test('that is right says who paid how much', async () => {
    const { gatewayNo, tradeNo, intent, money } = await paid()
    for (const type of ['checkout.session.completed', 'checkout.session.async_payment_succeeded']) {
      expect(await port.readNotice(account, notice(site.event(gatewayNo, { type })))).toEqual({
        paid: { tradeNo, gatewayNo: intent, money },
        tradeNo,
        event: type,
      })
    }
  })

  test('that was altered, forged, sent later or signed with an empty secret is nothing', async () => {
    const { gatewayNo } = await paid()
    const right = site.event(gatewayNo)
    const forged = [
      { ...right, body: right.body.replace('1234', '9234') },
      { ...right, signature: '' },
      { ...right, signature: right.signature.replace('v1=', 'v0=') },
      site.event(gatewayNo, { secret: 'whsec_another' }),
      site.event(gatewayNo, { timestamp: Math.floor(Date.now() / 1_000) - 600 }),
    ]
    for (const one of forged) expect(await port.readNotice(account, notice(one))).toBeNull()
    expect(await port.readNotice(account, { ...notice(right), headers: {} })).toBeNull()
    expect(await port.readNotice(accountWith({ webhook_secret: '' }), notice(right))).toBeNull()
  })

  test('of a payment that is still on its way, or of another kind, pays nothing', async () => {
    const { gatewayNo, tradeNo } = await started()
    const event = 'checkout.session.completed'
    expect(await port.readNotice(account, notice(site.event(gatewayNo)))).toEqual({
      paid: null,
      tradeNo,
      event,
    })
    const order = await paid()
    const expired = site.event(order.gatewayNo, { type: 'checkout.session.expired' })
    expect(await port.readNotice(account, notice(expired))).toMatchObject({ paid: null })
    const other = site.event(order.gatewayNo, { session: { object: 'charge' } })
    expect(await port.readNotice(account, notice(other))).toMatchObject({
      paid: null,
      tradeNo: null,
    })
  })

  test.each([
    ['another currency', { currency: 'eur' }],
    ['no amount', { amount_total: null }],
    ['half a cent', { amount_total: 0.5 }],
    ['a negative amount', { amount_total: -5 }],
    ['an amount as a text', { amount_total: '1234' }],
  ])('with %s is paid and cannot be read', async (_, session) => {
    const { gatewayNo, tradeNo } = await paid()
    const odd = notice(site.event(gatewayNo, { session }))
    const paidOddly = { unreadable: expect.any(String) as string }
    expect(await port.readNotice(account, odd)).toMatchObject({ paid: paidOddly, tradeNo })
  })

  test.each([
    ['a reference that the payer chose', { metadata: {} }],
    ['another reference', { client_reference_id: 'PH999' }],
    ['no reference', { client_reference_id: null, metadata: {} }],
  ])('with %s pays nothing', async (_, session) => {
    const { gatewayNo } = await paid()
    const odd = notice(site.event(gatewayNo, { session }))
    expect(await port.readNotice(account, odd)).toMatchObject({ paid: null })
  })

  test('says the amount that was paid, not that of the order', async () => {
    const { gatewayNo } = await paid()
    const less = notice(site.event(gatewayNo, { session: { amount_total: 1 } }))
    expect(await port.readNotice(account, less)).toMatchObject({ paid: { money: { minor: 1n } } })
  })

  test('that is malformed is nothing, even with a right signature', async () => {
    const secret = account.config['webhook_secret'] ?? ''
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '{"type":1}',
      '{"type":"x"}',
      '{"type":"x","data":1}',
    ]) {
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
      expect(await port.readNotice(account, notice({ body, signature }))).toBeNull()
    }
  })
})

describe('asking', () => {
  test('tells unpaid, expired and paid apart, by session and by payment', async () => {
    const order = await started()
    expect(await port.ask(account, { ...order, gatewayNo: '' })).toEqual({ state: 'pending' })
    expect(await port.ask(account, order)).toEqual({ state: 'pending' })
    order.session.status = 'expired'
    expect(await port.ask(account, order)).toEqual({ state: 'closed' })
    const { intent, ...done } = await paid()
    const { tradeNo, money } = done
    const state = { state: 'paid', paid: { tradeNo, gatewayNo: intent, money } }
    expect(await port.ask(account, done)).toEqual(state)
    expect(await port.ask(account, { ...done, gatewayNo: intent })).toEqual(state)
  })

  test('takes no session of another order', async () => {
    const { gatewayNo } = await paid()
    const other = { ...request(), gatewayNo }
    await expect(port.ask(account, other)).rejects.toMatchObject(failed)
    const unknown = { ...request(), gatewayNo: 'cs_none' }
    await expect(port.ask(account, unknown)).rejects.toMatchObject(failed)
  })
})

describe('a refund', () => {
  const wantedOf = ({ tradeNo, intent, money }: Awaited<ReturnType<typeof paid>>) => ({
    tradeNo,
    gatewayNo: intent,
    refundNo: `${tradeNo}R`,
    money,
    reason: 'asked',
  })

  test('is made once for its number, and found when another was made before', async () => {
    const wanted = wantedOf(await paid())
    const before = site.refunds.length
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
    expect(await port.refund(account, { ...wanted, refundNo: 'R9' })).toEqual({ state: 'refunded' })
    expect(site.refunds.length).toBe(before + 1)
  })

  test('that is on its way is unknown until Stripe has decided', async () => {
    const wanted = wantedOf(await paid())
    site.refundStatus = 'pending'
    expect(await port.refund(account, wanted)).toMatchObject({ state: 'unknown' })
    const kept = site.refunds.at(-1)
    if (kept !== undefined) kept.status = 'failed'
    expect(await port.refund(account, wanted)).toMatchObject({ state: 'refused' })
    if (kept !== undefined) kept.status = 'succeeded'
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
  })

  test('of a payment that Stripe does not know is refused', async () => {
    const wanted = { ...wantedOf(await paid()), gatewayNo: 'pi_none' }
    expect(await port.refund(account, wanted)).toMatchObject({ state: 'refused' })
  })
})

test('registering again replaces the endpoint of the same address, and no other', async () => {
  const other = await port.register(account, `${notifyUrl}2`)
  const again = await port.register(account, notifyUrl)
  expect(site.endpoints.map(({ secret }) => secret)).toEqual([
    other['webhook_secret'],
    again['webhook_secret'],
  ])
  account = accountWith(again)
})

test('the trial tells a right key from a wrong one', async () => {
  expect(await port.test(account)).toEqual({ verdict: 'works', said: '' })
  const wrong = accountWith({ secret_key: 'sk_test_wrong' })
  expect(await port.test(wrong)).toMatchObject({ verdict: 'credentials' })
})

test.each(['down', 'slow', 'page', 'error'] as const)('Stripe that is %s fails', async (mode) => {
  const order = await paid()
  site.mode = mode
  await expect(port.start(account, request())).rejects.toMatchObject(failed)
  await expect(port.ask(account, order)).rejects.toMatchObject(failed)
  const refund = port.refund(account, { ...order, refundNo: 'R2', reason: '' })
  await expect(refund).rejects.toMatchObject(failed)
  await expect(port.register(account, notifyUrl)).rejects.toMatchObject(failed)
  expect(await port.test(account)).toMatchObject({ verdict: 'unreachable' })
})
