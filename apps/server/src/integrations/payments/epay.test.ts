import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
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
let site: EpayStandIn
let account: GatewayAccount
beforeAll(async () => {
  site = await openEpay()
  account = accountWith()
})
beforeEach(() => {
  site.mode = 'answers'
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await transport.close()
})

const accountWith = (
  config: Readonly<Record<string, string>> = {},
  others: Partial<GatewayAccount> = {},
): GatewayAccount => ({
  type: 'epay',
  currency: 'CNY',
  config: { ...site.config, ...config },
  privateAllowed: true,
  ...others,
})

let count = 0
const request = (minor = 1_234n): PaymentRequest => ({
  tradeNo: `PH${(count += 1)}`,
  money: { currency: 'CNY', minor },
  subject: 'Top-up & more',
  notifyUrl: 'https://shop.test/api/payment/notify/1',
  returnUrl: 'https://shop.test/panel/orders',
  closesAt: Date.now() + 900_000,
  userId: 7n,
})

async function started(minor?: bigint): Promise<PaymentRequest> {
  const asked = request(minor)
  const start = await port.start(account, asked)
  if (start.kind !== 'form') throw new Error('no form')
  site.submit(start.fields)
  return asked
}

const get = (params: Readonly<Record<string, string>>): RawNotice => ({
  method: 'GET',
  query: new URLSearchParams(params),
  headers: {},
  body: Buffer.alloc(0),
  receivedAt: Date.now(),
})
const post = (body: string): RawNotice => ({ ...get({}), method: 'POST', body: Buffer.from(body) })
const failed = { code: 'payment.gateway-failed' }

describe('starting', () => {
  test('a form that the gateway takes, for the exact amount', async () => {
    const asked = request(1_205n)
    const start = await port.start(account, asked)
    expect(start).toMatchObject({ kind: 'form', url: `${site.address}/submit.php` })
    if (start.kind !== 'form') return
    expect(start.fields).not.toHaveProperty('type')
    expect(JSON.stringify(start)).not.toContain(site.key)
    expect(site.submit(start.fields)).toMatchObject({ money: '12.05', name: 'Top-up & more' })
    expect(() => site.submit({ ...start.fields, money: '0.01' })).toThrow('bad sign')
  })

  test('the way to pay is named only where it is chosen', async () => {
    const start = await port.start(accountWith({ pay_type: 'wxpay' }), request())
    expect(start).toMatchObject({ fields: { type: 'wxpay' } })
  })

  test.each([
    ['no key', { key: '' }],
    ['no address', { pay_domain: '' }],
    ['a script for an address', { pay_domain: 'javascript:alert(1)' }],
    ['a word for an address', { pay_domain: 'nowhere' }],
  ])('with %s nothing is asked', async (_, config) => {
    await expect(port.start(accountWith(config), request())).rejects.toMatchObject(failed)
  })
})

describe('a notice', () => {
  test('that is right says who paid how much', async () => {
    const { tradeNo, money } = await started()
    const { gatewayNo } = site.orders.get(tradeNo) ?? {}
    const right = { paid: { tradeNo, gatewayNo, money }, tradeNo, event: 'TRADE_SUCCESS' }
    const params = site.notice(tradeNo)
    expect(await port.readNotice(account, get(params))).toEqual(right)
    const body = new URLSearchParams(params).toString()
    expect(await port.readNotice(account, post(body))).toEqual(right)
    expect(port.acknowledgement('epay')).toMatchObject({ status: 200, body: 'success' })
  })

  test('is in the currency of the account', async () => {
    const { tradeNo } = await started()
    const notice = get(site.notice(tradeNo))
    expect(await port.readNotice(accountWith({}, { currency: 'USD' }), notice)).toMatchObject({
      paid: { money: { currency: 'USD', minor: 1_234n } },
    })
  })

  test('that was altered, forged or signed with an empty key is nothing', async () => {
    const { tradeNo } = await started()
    const params = site.notice(tradeNo)
    const forged: Record<string, string>[] = [
      { ...params, money: '0.01' },
      { ...params, out_trade_no: 'PH999' },
      { ...params, sign: '' },
      { ...params, sign: 'f'.repeat(32) },
      { ...params, added: '1' },
      site.notice(tradeNo, {}, 'another key'),
      site.notice(tradeNo, {}, ''),
      {},
    ]
    for (const one of forged) expect(await port.readNotice(account, get(one))).toBeNull()
    const free = get(site.notice(tradeNo, {}, ''))
    expect(await port.readNotice(accountWith({ key: '' }), free)).toBeNull()
  })

  test('of another merchant is nothing, whatever its key', async () => {
    const { tradeNo } = await started()
    const other = get(site.notice(tradeNo, { pid: '1002' }))
    expect(await port.readNotice(account, other)).toBeNull()
    const nameless = get(site.notice(tradeNo, { pid: '' }))
    expect(await port.readNotice(accountWith({ partner_id: '' }), nameless)).toBeNull()
  })

  test('whose parameters come twice is nothing', async () => {
    const { tradeNo } = await started()
    const notice = get(site.notice(tradeNo))
    notice.query.append('out_trade_no', 'PH999')
    expect(await port.readNotice(account, notice)).toBeNull()
  })

  test('of a trade that is not paid pays nothing, and an amount that is none is told apart', async () => {
    const { tradeNo } = await started()
    const closed = get(site.notice(tradeNo, { trade_status: 'TRADE_CLOSED' }))
    expect(await port.readNotice(account, closed)).toEqual({
      paid: null,
      tradeNo,
      event: 'TRADE_CLOSED',
    })
    for (const money of ['', '1.005', '-5', '1e9', '12,34', 'NaN']) {
      const odd = get(site.notice(tradeNo, { money }))
      expect(await port.readNotice(account, odd)).toMatchObject({
        paid: { unreadable: `amount: ${money}` },
        tradeNo,
      })
    }
  })

  test('that is malformed is nothing', async () => {
    for (const body of ['', '%', '{"a":1}', '\0', 'a=1&a=2', '=', 'x'.repeat(10_000)]) {
      expect(await port.readNotice(account, post(body))).toBeNull()
    }
  })
})

describe('asking', () => {
  test('tells what is unknown, unpaid, paid and refunded apart', async () => {
    const unseen = { ...request(), gatewayNo: '' }
    expect(await port.ask(account, unseen)).toEqual({ state: 'pending' })
    const { tradeNo, money } = await started()
    const order = { tradeNo, gatewayNo: '', money }
    expect(await port.ask(account, order)).toEqual({ state: 'pending' })
    const kept = site.submit({ ...site.notice(tradeNo) })
    kept.status = 1
    const { gatewayNo } = kept
    expect(await port.ask(account, order)).toEqual({
      state: 'paid',
      paid: { tradeNo, gatewayNo, money },
    })
    kept.status = 2
    expect(await port.ask(account, order)).toEqual({ state: 'closed' })
  })

  test('with a wrong key fails, and its key is not repeated', async () => {
    const wrong = accountWith({ key: 'wrong-key-canary' })
    const error: unknown = await port.ask(wrong, { ...request(), gatewayNo: '' }).catch((e) => e)
    expect(error).toMatchObject({ ...failed, params: { said: '商户密钥错误 ***' } })
  })
})

describe('a refund', () => {
  test('is made once, and found again when it is repeated', async () => {
    const { tradeNo, money } = await started()
    const kept = site.submit(site.notice(tradeNo))
    const wanted = { tradeNo, gatewayNo: kept.gatewayNo, refundNo: 'R1', money, reason: 'asked' }
    expect(await port.refund(account, wanted)).toMatchObject({ state: 'refused' })
    kept.status = 1
    const more = { ...wanted, money: { ...money, minor: money.minor + 1n } }
    expect(await port.refund(account, more)).toEqual({ state: 'refused', reason: '退款金额错误' })
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
  })
})

describe('the trial', () => {
  test('tells a right key from a wrong one and from an address without a gateway', async () => {
    expect(await port.test(account)).toEqual({ verdict: 'works', said: '' })
    expect(await port.test(accountWith({ key: 'wrong' }))).toEqual({
      verdict: 'credentials',
      said: '商户密钥错误 ***',
    })
    const elsewhere = accountWith({ pay_domain: 'http://127.0.0.1:1' })
    expect(await port.test(elsewhere)).toMatchObject({ verdict: 'unreachable' })
    const guarded = accountWith({}, { privateAllowed: false })
    expect(await port.test(guarded)).toMatchObject({ verdict: 'unreachable' })
  })
})

test.each(['down', 'slow', 'page', 'error'] as const)(
  'a gateway that is %s fails',
  async (mode) => {
    const { tradeNo, money } = await started()
    site.mode = mode
    const order = { tradeNo, gatewayNo: '1', money }
    await expect(port.ask(account, order)).rejects.toMatchObject(failed)
    const refund = port.refund(account, { ...order, refundNo: 'R2', reason: '' })
    await expect(refund).rejects.toMatchObject(failed)
    expect(await port.test(account)).toMatchObject({ verdict: 'unreachable' })
  },
)
