import { generateKeyPairSync } from 'node:crypto'
import { openAlipay, type AlipayStandIn } from '@posthouse/testkit/payment-gateways/alipay'
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
let site: AlipayStandIn
let account: GatewayAccount
beforeAll(async () => {
  site = await openAlipay()
  account = accountWith()
})
beforeEach(() => {
  site.mode = 'answers'
  site.answersSignedBy = 'alipay'
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await transport.close()
})

const accountWith = (config: Readonly<Record<string, string>> = {}): GatewayAccount => ({
  type: 'alipay',
  currency: 'CNY',
  config: { ...site.config, ...config },
  privateAllowed: true,
})

let count = 0
const request = (minor = 1_234n): PaymentRequest => ({
  tradeNo: `PH${(count += 1)}`,
  money: { currency: 'CNY', minor },
  subject: '充值 & "more" 100%',
  notifyUrl: 'https://shop.test/api/payment/notify/1',
  returnUrl: 'https://shop.test/panel/orders?from=pay&a=1',
  closesAt: Date.UTC(2026, 0, 31, 16, 30, 5),
  userId: 7n,
})
const failed = { code: 'payment.gateway-failed' }

async function started(minor?: bigint) {
  const asked = request(minor)
  await port.start(account, asked)
  const order = site.orders.get(asked.tradeNo)
  if (order === undefined) throw new Error('no order')
  return { ...asked, order, gatewayNo: order.gatewayNo }
}

async function paid() {
  const begun = await started()
  begun.order.status = 'TRADE_SUCCESS'
  return begun
}

const notice = (body: string): RawNotice => ({
  method: 'POST',
  query: new URLSearchParams(),
  headers: {},
  body: Buffer.from(body),
  receivedAt: Date.now(),
})

describe('starting', () => {
  test('a code to scan, for the exact amount, until the order closes', async () => {
    const asked = request(1_205n)
    expect(await port.start(account, asked)).toEqual({
      kind: 'qr',
      text: expect.stringMatching(/^https:\/\/qr\.alipay\.test\//),
    })
    expect(site.orders.get(asked.tradeNo)).toMatchObject({
      amount: '12.05',
      subject: asked.subject,
      notifyUrl: asked.notifyUrl,
      // Of Beijing, wherever this runs.
      expires: '2026-02-01 00:30:05',
    })
  })

  test.each(['pagepay', 'wappay'])('an address that Alipay takes: %s', async (pay_type) => {
    const asked = request(99n)
    const start = await port.start(accountWith({ pay_type }), asked)
    if (start.kind !== 'redirect') throw new Error('no address')
    expect(await (await fetch(start.url)).text()).toContain('Pay')
    expect(site.orders.get(asked.tradeNo)).toMatchObject({
      amount: '0.99',
      notifyUrl: asked.notifyUrl,
      returnUrl: asked.returnUrl,
    })
    const altered = start.url.replace('0.99', '0.01')
    expect(await (await fetch(altered)).text()).toContain('invalid-signature')
  })

  test('with the keys in every way that they are pasted', async () => {
    for (const private_key of site.privateKeys) {
      for (const public_key of site.publicKeys) {
        const pasted = accountWith({ private_key, public_key: `\n${public_key}\n` })
        expect(await port.start(pasted, request())).toMatchObject({ kind: 'qr' })
      }
    }
  })

  test.each([
    ['no app', { app_id: '' }],
    ['no key', { private_key: '' }],
    ["no key of Alipay's", { public_key: '' }],
    ['a key that is none', { private_key: 'nonsense' }],
    ['no address', { address: 'nowhere' }],
  ])('with %s nothing is asked', async (_, config) => {
    await expect(port.start(accountWith(config), request())).rejects.toMatchObject(failed)
    const page = accountWith({ ...config, pay_type: 'pagepay' })
    await expect(port.start(page, request())).rejects.toMatchObject(failed)
  })

  test('takes no other currency', async () => {
    const dollars = { ...request(), money: { currency: 'USD', minor: 100n } as const }
    await expect(port.start(account, dollars)).rejects.toMatchObject(failed)
  })

  test.each(['nobody', 'somebody'] as const)('an answer signed by %s fails', async (by) => {
    const order = await paid()
    site.answersSignedBy = by
    await expect(port.start(account, request())).rejects.toMatchObject(failed)
    await expect(port.ask(account, order)).rejects.toMatchObject(failed)
  })
})

describe('a notice', () => {
  test('that is right says who paid how much', async () => {
    const { tradeNo, gatewayNo, money } = await paid()
    for (const trade_status of ['TRADE_SUCCESS', 'TRADE_FINISHED']) {
      const body = site.notice(tradeNo, { trade_status, passback: 'a=b&c=100%' })
      expect(await port.readNotice(account, notice(body))).toEqual({
        paid: { tradeNo, gatewayNo, money },
        tradeNo,
        event: trade_status,
      })
    }
    expect(port.acknowledgement('alipay')).toMatchObject({ status: 200, body: 'success' })
  })

  test('that was altered, forged or comes from elsewhere is nothing', async () => {
    const { tradeNo } = await paid()
    const right = site.notice(tradeNo)
    const forged = [
      right.replace('12.34', '92.34'),
      right.replace('sign_type=RSA2', 'sign_type=RSA'),
      right.replace('&sign_type=RSA2', ''),
      right.replace(/&sign=.*$/, ''),
      right.replace(/&sign=.*$/, '&sign=%00'),
      `${right}&out_trade_no=PH999`,
      site.notice(tradeNo, {}, 'somebody'),
      site.notice(tradeNo, { app_id: '2021000000000002' }),
    ]
    for (const one of forged) expect(await port.readNotice(account, notice(one)), one).toBeNull()
    const query = { ...notice(''), method: 'GET' as const, query: new URLSearchParams(right) }
    expect(await port.readNotice(account, query)).toBeNull()
  })

  test('is nothing while a key is missing', async () => {
    const { tradeNo } = await paid()
    const right = notice(site.notice(tradeNo))
    for (const name of ['public_key', 'app_id']) {
      expect(await port.readNotice(accountWith({ [name]: '' }), right)).toBeNull()
    }
    const nameless = notice(site.notice(tradeNo, { app_id: '' }))
    expect(await port.readNotice(accountWith({ app_id: '' }), nameless)).toBeNull()
  })

  test.each<[string, Record<string, string>]>([
    ['an unpaid trade', { trade_status: 'WAIT_BUYER_PAY' }],
    ['a closed trade', { trade_status: 'TRADE_CLOSED' }],
    ['a refund', { gmt_refund: '2026-01-01 00:00:00.000', refund_fee: '12.34' }],
  ])('of %s pays nothing', async (_, changes) => {
    const { tradeNo } = await paid()
    const odd = notice(site.notice(tradeNo, changes))
    expect(await port.readNotice(account, odd)).toMatchObject({ paid: null, tradeNo })
  })

  test.each<[string, Record<string, string>]>([
    ['an odd amount', { total_amount: '1.005' }],
    ['a negative amount', { total_amount: '-1' }],
    ['no number of the payment', { trade_no: '' }],
  ])('of %s is paid and cannot be read', async (_, changes) => {
    const { tradeNo } = await paid()
    const odd = notice(site.notice(tradeNo, changes))
    const paidOddly = { unreadable: expect.any(String) as string }
    expect(await port.readNotice(account, odd)).toMatchObject({ paid: paidOddly, tradeNo })
  })

  test('that is malformed is nothing', async () => {
    for (const body of ['', '%', '{"a":1}', '\0', 'sign_type=RSA2', '='.repeat(10_000)]) {
      expect(await port.readNotice(account, notice(body))).toBeNull()
    }
  })
})

describe('asking', () => {
  test('tells what is unknown, unpaid, paid and closed apart', async () => {
    const unseen = { ...request(), gatewayNo: '' }
    expect(await port.ask(account, unseen)).toEqual({ state: 'pending' })
    const { tradeNo, gatewayNo, money, order } = await started()
    const asked = { tradeNo, gatewayNo: '', money }
    expect(await port.ask(account, asked)).toEqual({ state: 'pending' })
    order.status = 'TRADE_SUCCESS'
    const state = { state: 'paid', paid: { tradeNo, gatewayNo, money } }
    expect(await port.ask(account, asked)).toEqual(state)
    order.status = 'TRADE_CLOSED'
    expect(await port.ask(account, asked)).toEqual({ state: 'closed' })
  })
})

describe('a refund', () => {
  test('is made once for its number', async () => {
    const wanted = { ...(await started()), refundNo: 'R1', reason: 'asked' }
    expect(await port.refund(account, wanted)).toEqual({
      state: 'refused',
      reason: '交易状态不合法',
    })
    wanted.order.status = 'TRADE_SUCCESS'
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
    expect(await port.refund(account, { ...wanted, refundNo: 'R2' })).toMatchObject({
      state: 'refused',
    })
  })

  test('whose answer nobody signed is unknown', async () => {
    const wanted = { ...(await started()), refundNo: 'R3', reason: '' }
    site.answersSignedBy = 'nobody'
    expect(await port.refund(account, wanted)).toMatchObject({ state: 'unknown' })
  })
})

const otherKey = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

test('the trial tells right keys from wrong ones', async () => {
  expect(await port.test(account)).toEqual({ verdict: 'works', said: '' })
  const wrong = [
    { app_id: '2021000000000002' },
    { private_key: 'nonsense' },
    { public_key: otherKey },
  ]
  for (const config of wrong) {
    expect(await port.test(accountWith(config))).toMatchObject({ verdict: 'credentials' })
  }
})

test.each(['down', 'slow', 'page', 'error'] as const)('Alipay that is %s fails', async (mode) => {
  const order = await paid()
  site.mode = mode
  await expect(port.start(account, request())).rejects.toMatchObject(failed)
  await expect(port.ask(account, order)).rejects.toMatchObject(failed)
  const refund = port.refund(account, { ...order, refundNo: 'R4', reason: '' })
  await expect(refund).rejects.toMatchObject(failed)
  expect(await port.test(account)).toMatchObject({ verdict: 'unreachable' })
})
