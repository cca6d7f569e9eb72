import { openWxpay, type WxpayStandIn } from '@posthouse/testkit/payment-gateways/wxpay'
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
let site: WxpayStandIn
let account: GatewayAccount
beforeAll(async () => {
  site = await openWxpay()
  account = accountWith()
})
beforeEach(() => {
  site.mode = 'answers'
  site.answersSignedBy = 'wxpay'
  site.refundState = 'SUCCESS'
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await transport.close()
})

const accountWith = (config: Readonly<Record<string, string>> = {}): GatewayAccount => ({
  type: 'wxpay',
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
  begun.order.state = 'SUCCESS'
  return begun
}

const notice = (signed: ReturnType<WxpayStandIn['notice']>): RawNotice => ({
  method: 'POST',
  query: new URLSearchParams(),
  headers: signed.headers,
  body: Buffer.from(signed.body),
  receivedAt: Date.now(),
})

/** Of merchants who have no public key of WeChat Pay yet. */
const byCertificate = (config: Readonly<Record<string, string>> = {}) =>
  accountWith({ public_key_id: '', public_key: '', ...config })

describe('starting', () => {
  test('a code to scan, for the exact amount, until the order closes', async () => {
    const asked = request(1_205n)
    expect(await port.start(account, asked)).toEqual({
      kind: 'qr',
      text: expect.stringMatching(/^weixin:\/\//),
    })
    expect(site.orders.get(asked.tradeNo)).toMatchObject({
      total: 1_205,
      description: asked.subject,
      notifyUrl: asked.notifyUrl,
      expires: '2026-02-01T00:30:05+08:00',
    })
  })

  test('verifies with platform certificates where no public key is set', async () => {
    const before = site.certificatesAsked
    expect(await port.start(byCertificate(), request())).toMatchObject({ kind: 'qr' })
    expect(await port.start(byCertificate(), request())).toMatchObject({ kind: 'qr' })
    expect(site.certificatesAsked).toBe(before + 1)
    const otherSecret = byCertificate({ mch_apiv3_key: 'x'.repeat(32) })
    await expect(port.start(otherSecret, request())).rejects.toMatchObject(failed)
  })

  test.each([
    ['no key', { mch_private_key: '' }],
    ['a key that is none', { mch_private_key: 'nonsense' }],
    ['another merchant', { mch_id: '1900000002' }],
    ['a merchant that breaks the header', { mch_id: '1\r\nx: y' }],
    ['another public key', { public_key_id: 'PUB_KEY_ID_2' }],
    ['a public key that is none', { public_key: 'nonsense' }],
    ['no address', { address: 'nowhere' }],
  ])('with %s fails', async (_, config) => {
    await expect(port.start(accountWith(config), request())).rejects.toMatchObject(failed)
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
    const right = { paid: { tradeNo, gatewayNo, money }, tradeNo, event: 'TRANSACTION.SUCCESS' }
    expect(await port.readNotice(account, notice(site.notice(tradeNo)))).toEqual(right)
    const signed = site.notice(tradeNo, { serial: site.certificateSerial })
    expect(await port.readNotice(byCertificate(), notice(signed))).toEqual(right)
    expect(port.acknowledgement('wxpay')).toMatchObject({ status: 200 })
  })

  test('that was altered, forged or is old is nothing', async () => {
    const { tradeNo } = await paid()
    const right = site.notice(tradeNo)
    const now = Math.floor(Date.now() / 1_000)
    const header = (name: string, value: string) => ({
      ...right,
      headers: { ...right.headers, [`wechatpay-${name}`]: value },
    })
    const forged = [
      { ...right, body: right.body.replace('transaction', 'transactioN') },
      { ...right, headers: {} },
      header('nonce', 'another'),
      header('timestamp', String(now + 1)),
      header('timestamp', 'now'),
      header('signature', ''),
      header('signature', 'WECHATPAY/SIGNTEST/abc'),
      header('serial', 'PUB_KEY_ID_2'),
      header('serial', ''),
      site.notice(tradeNo, { signedBy: 'somebody' }),
      site.notice(tradeNo, { timestamp: now - 600 }),
      site.notice(tradeNo, { timestamp: now + 600 }),
      site.notice(tradeNo, { secret: 'y'.repeat(32) }),
    ]
    for (const one of forged) expect(await port.readNotice(account, notice(one))).toBeNull()
    expect(await port.readNotice(account, { ...notice(right), method: 'GET' })).toBeNull()
  })

  test('of another app or merchant is nothing', async () => {
    const { tradeNo } = await paid()
    for (const about of [{ appid: 'wx2' }, { mchid: '1900000002' }, { appid: '' }]) {
      const other = notice(site.notice(tradeNo, { about }))
      expect(await port.readNotice(account, other)).toBeNull()
    }
  })

  test('is nothing while a secret or a key is missing', async () => {
    const { tradeNo } = await paid()
    const right = notice(site.notice(tradeNo))
    for (const name of ['mch_apiv3_key', 'public_key', 'public_key_id', 'app_id', 'mch_id']) {
      expect(await port.readNotice(accountWith({ [name]: '' }), right), name).toBeNull()
    }
    const nameless = notice(site.notice(tradeNo, { about: { appid: '', mchid: '' } }))
    expect(await port.readNotice(accountWith({ app_id: '', mch_id: '' }), nameless)).toBeNull()
  })

  test.each<[string, string, Record<string, unknown>]>([
    ['a refund', 'REFUND.SUCCESS', { appid: undefined }],
    ['an unpaid trade', 'TRANSACTION.SUCCESS', { trade_state: 'NOTPAY' }],
  ])('of %s pays nothing', async (_, event, about) => {
    const { tradeNo } = await paid()
    const odd = notice(site.notice(tradeNo, { event, about }))
    expect(await port.readNotice(account, odd)).toEqual({ paid: null, tradeNo, event })
  })

  test.each<[string, Record<string, unknown>]>([
    ['another currency', { amount: { total: 1_234, currency: 'EUR' } }],
    ['no currency', { amount: { total: 1_234 } }],
    ['half a fen', { amount: { total: 0.5, currency: 'CNY' } }],
    ['a negative amount', { amount: { total: -1, currency: 'CNY' } }],
    ['an amount as a text', { amount: { total: '1', currency: 'CNY' } }],
    ['no amount', { amount: null }],
  ])('of %s is paid and cannot be read', async (_, about) => {
    const { tradeNo } = await paid()
    const odd = notice(site.notice(tradeNo, { about }))
    const paidOddly = { unreadable: expect.any(String) as string }
    expect(await port.readNotice(account, odd)).toMatchObject({ paid: paidOddly, tradeNo })
  })

  test('that is malformed is nothing, even with a right signature', async () => {
    const { tradeNo } = await paid()
    const resource = {
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: 'AAAA',
      nonce: '',
      associated_data: 1,
    }
    const bodies = ['', '{', 'null', '[]', '{"resource":1}', '{"resource":{}}', '\0']
    for (const body of [...bodies, JSON.stringify({ resource })]) {
      const odd = notice(site.notice(tradeNo, { body }))
      expect(await port.readNotice(account, odd)).toBeNull()
    }
  })

  test('with unknown serials does not make us ask for certificates each time', async () => {
    const { tradeNo } = await paid()
    const known = notice(site.notice(tradeNo, { serial: site.certificateSerial }))
    expect(await port.readNotice(byCertificate(), known)).not.toBeNull()
    const before = site.certificatesAsked
    for (const serial of ['AAAA', 'BBBB', 'CCCC']) {
      const unknown = notice(site.notice(tradeNo, { serial }))
      expect(await port.readNotice(byCertificate(), unknown)).toBeNull()
    }
    expect(site.certificatesAsked).toBe(before)
  })
})

describe('asking', () => {
  test('tells what is unknown, unpaid, paid and closed apart', async () => {
    const unseen = { ...request(), gatewayNo: '' }
    expect(await port.ask(account, unseen)).toEqual({ state: 'pending' })
    const { tradeNo, gatewayNo, money, order } = await started()
    const asked = { tradeNo, gatewayNo: '', money }
    expect(await port.ask(account, asked)).toEqual({ state: 'pending' })
    order.state = 'SUCCESS'
    const state = { state: 'paid', paid: { tradeNo, gatewayNo, money } }
    expect(await port.ask(account, asked)).toEqual(state)
    for (const over of ['CLOSED', 'REFUND'] as const) {
      order.state = over
      expect(await port.ask(account, asked)).toEqual({ state: 'closed' })
    }
  })
})

describe('a refund', () => {
  test('is made once for its number', async () => {
    const wanted = { ...(await started()), refundNo: 'R1', reason: 'asked' }
    expect(await port.refund(account, wanted)).toEqual({
      state: 'refused',
      reason: '订单不可退款',
    })
    wanted.order.state = 'SUCCESS'
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
  })

  test('that is on its way is unknown until it is through, or given up', async () => {
    const wanted = { ...(await paid()), refundNo: 'R2', reason: '' }
    site.refundState = 'PROCESSING'
    expect(await port.refund(account, wanted)).toEqual({ state: 'unknown', reason: 'PROCESSING' })
    site.refundState = 'CLOSED'
    expect(await port.refund(account, wanted)).toEqual({
      state: 'refused',
      reason: 'CLOSED',
      isOfNumber: true,
    })
    site.refundState = 'SUCCESS'
    expect(await port.refund(account, wanted)).toEqual({ state: 'refunded' })
  })

  test('whose refusal nobody signed is unknown', async () => {
    const wanted = { ...(await started()), refundNo: 'R3', reason: '' }
    site.answersSignedBy = 'nobody'
    expect(await port.refund(account, wanted)).toMatchObject({ state: 'unknown' })
  })
})

test('the trial tells right settings from wrong ones', async () => {
  expect(await port.test(account)).toEqual({ verdict: 'works', said: '' })
  expect(await port.test(byCertificate())).toEqual({ verdict: 'works', said: '' })
  const wrong = [
    { mch_id: '1900000002' },
    { mch_private_key: 'nonsense' },
    { mch_certificate_serial_number: 'ABC' },
    { public_key_id: 'PUB_KEY_ID_2' },
  ]
  for (const config of wrong) {
    expect(await port.test(accountWith(config))).toMatchObject({ verdict: 'credentials' })
  }
})

test.each(['down', 'slow', 'page', 'error'] as const)(
  'WeChat Pay that is %s fails',
  async (mode) => {
    const order = await paid()
    site.mode = mode
    await expect(port.start(account, request())).rejects.toMatchObject(failed)
    await expect(port.ask(account, order)).rejects.toMatchObject(failed)
    const refund = port.refund(account, { ...order, refundNo: 'R4', reason: '' })
    await expect(refund).rejects.toMatchObject(failed)
    expect(await port.test(account)).toMatchObject({ verdict: 'unreachable' })
  },
)
