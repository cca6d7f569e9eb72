import { CallError } from '@posthouse/contract/client'
import { logType } from '@posthouse/contract/log'
import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let root: Browser
let epay: EpayStandIn
let gateway: { readonly id: number; readonly uuid: string }

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  epay = await openEpay()
  gateway = await createGateway()
})
afterAll(async () => {
  await epay[Symbol.asyncDispose]()
  await product.close()
})

const createGateway = (change: object = {}) =>
  root.client.createPaymentGateway({
    body: {
      type: 'epay',
      name: 'Epay',
      icon: 'alipay',
      currency: 'CNY',
      percent_fee: 0.05,
      config: { ...epay.config },
      ...change,
    },
  })

const refusal = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.fail('was not refused'),
    (error: unknown) => (error instanceof CallError ? error : expect.fail(String(error))),
  )

const order = async (who: Browser, amount = 10, uuid = gateway.uuid) => {
  const begun = await who.client.createOrder({ body: { uuid, amount } })
  epay.submit(begun.data.params)
  return begun.trade_no
}

const own = (who: Browser, tradeNo: string) =>
  who.client.getOwnOrder({ params: { trade_no: tradeNo } })
const balanceOf = async (who: Browser) => (await who.client.getSelf({})).quota
const idOf = async (tradeNo: string) => {
  const [row] = (await root.client.listOrders({ query: { trade_no: tradeNo } })).data
  return row?.id ?? expect.fail('the order is not in the list')
}
const historyOf = async (tradeNo: string) =>
  (await root.client.getOrder({ params: { id: String(await idOf(tradeNo)) } })).events
const sound = async () => {
  expect(await product.server.stores.ledger.reader.differences()).toEqual([])
}

/** Brings a notice to the address of a gateway, as a machine that claims to be one. */
const bring = (params: Record<string, string>, uuid = gateway.uuid) =>
  fetch(`${product.address}/api/payment/notify/${uuid}?${new URLSearchParams(params).toString()}`)

describe('paying', () => {
  test('credits what was ordered, once, and shows it everywhere', async () => {
    const user = await product.user({ name: 'payer', balance: 7 })
    const quote = await user.client.getOrderQuote({ body: { uuid: gateway.uuid, amount: 10 } })
    expect(quote).toMatchObject({ fee: '0.50', rate: '7.3', to_pay: '76.65', quota: 5_000_000 })
    const tradeNo = await order(user)
    expect(await own(user, tradeNo)).toMatchObject({
      status: 'pending',
      order_amount: '76.65',
      order_currency: 'CNY',
      start: { type: 1, data: { method: 'POST' } },
    })
    expect(epay.orders.get(tradeNo)).toMatchObject({ money: '76.65' })
    expect(await epay.pay(tradeNo)).toEqual({ status: 200, body: 'success' })
    expect(await balanceOf(user)).toBe(5_000_007)
    expect(await own(user, tradeNo)).toMatchObject({
      status: 'success',
      start: null,
      gateway_no: epay.orders.get(tradeNo)?.gatewayNo,
    })
    await user.client.getOrderStatus({ query: { trade_no: tradeNo } })
    // The gateway tells it again, and is told again that it arrived.
    expect(await epay.pay(tradeNo)).toEqual({ status: 200, body: 'success' })
    expect(await balanceOf(user)).toBe(5_000_007)
    expect((await historyOf(tradeNo)).map(({ kind, verdict }) => [kind, verdict])).toEqual([
      ['created', ''],
      ['asked', ''],
      ['notice', 'credited'],
      ['paid', ''],
      ['notice', 'already'],
    ])
    const { data } = await user.client.listOwnLogs({ query: { log_type: logType.topUp } })
    expect(data).toMatchObject([{ quota: 5_000_000, content: 'Top-up by payment' }])
    await sound()
  })

  test('with a hundred copies of a notice credits once', async () => {
    const user = await product.user({ name: 'copies' })
    const tradeNo = await order(user)
    const notice = epay.notice(tradeNo)
    const answers = await Promise.all(Array.from({ length: 100 }, () => bring(notice)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await balanceOf(user)).toBe(5_000_000)
    await sound()
  })

  test('is followed by events until it is paid', async () => {
    const user = await product.user({ name: 'watcher' })
    const tradeNo = await order(user)
    const watched = user.client.getOwnOrderEvents({ params: { trade_no: tradeNo } })
    await epay.pay(tradeNo)
    expect(await watched).toMatchObject({ trade_no: tradeNo, status: 'success' })
  })

  test('is found by asking when the notice got lost', async () => {
    const user = await product.user({ name: 'lost' })
    const tradeNo = await order(user)
    const paid = epay.orders.get(tradeNo)
    if (paid !== undefined) paid.status = 1
    await product.server.stores.db.updateTable('orders').set({ asked_at: 0n }).execute()
    const checked = await user.client.checkOwnOrder({ params: { trade_no: tradeNo } })
    expect(checked.status).toBe('success')
    expect(await balanceOf(user)).toBe(5_000_000)
    // The notice comes after all.
    await epay.pay(tradeNo)
    expect(await balanceOf(user)).toBe(5_000_000)
    await sound()
  })

  test('late, after the order was closed, is credited all the same', async () => {
    const user = await product.user({ name: 'late' })
    const tradeNo = await order(user)
    await product.server.stores.db
      .updateTable('orders')
      .set({ asked_at: 0n, closes_at: 1n })
      .where('trade_no', '=', tradeNo)
      .execute()
    expect(await user.client.checkOwnOrder({ params: { trade_no: tradeNo } })).toMatchObject({
      status: 'closed',
    })
    await epay.pay(tradeNo)
    expect(await own(user, tradeNo)).toMatchObject({ status: 'success' })
    expect(await balanceOf(user)).toBe(5_000_000)
  })

  test('is seen by nobody else', async () => {
    const user = await product.user({ name: 'owner' })
    const other = await product.user({ name: 'other' })
    const tradeNo = await order(user)
    const params = { trade_no: tradeNo }
    for (const call of [
      () => other.client.getOwnOrder({ params }),
      () => other.client.checkOwnOrder({ params }),
      () => other.client.getOwnOrderEvents({ params }),
      () => other.client.getOrderStatus({ query: params }),
    ]) {
      expect((await refusal(call())).code).toBe('payment.order-not-found')
    }
    expect((await other.client.listOwnOrders({ query: {} })).data).toEqual([])
  })
})

describe('a notice that does not match', () => {
  const untouched = async (who: Browser, tradeNo: string) => {
    expect(await balanceOf(who)).toBe(0)
    expect(await own(who, tradeNo)).toMatchObject({ status: 'pending' })
  }

  test.each([
    ['less', { money: '0.01' }, 'amount'],
    ['more', { money: '76.66' }, 'amount'],
    ['as much as no money is', { money: '76.65e0' }, 'unreadable'],
    ['parts of a coin', { money: '76.651' }, 'unreadable'],
    ['a state that is not paid', { trade_status: 'WAIT_BUYER_PAY' }, 'not-paid'],
  ])('with %s credits nothing', async (name, change, verdict) => {
    const user = await product.user({ name: `mismatch ${name}`.replaceAll(' ', '-').slice(0, 20) })
    const tradeNo = await order(user)
    const answer = await bring(epay.notice(tradeNo, change))
    expect(answer.status).toBe(verdict === 'not-paid' ? 200 : 400)
    await untouched(user, tradeNo)
    const verdicts = (await historyOf(tradeNo)).map((event) => event.verdict).filter(Boolean)
    expect(verdicts).toEqual([verdict])
  })

  test('forged, altered, or of nobody is refused', async () => {
    const user = await product.user({ name: 'forged' })
    const tradeNo = await order(user)
    const right = epay.notice(tradeNo)
    expect((await bring({ ...right, money: '0.01' })).status).toBe(401)
    expect((await bring(epay.notice(tradeNo, {}, 'another key'))).status).toBe(401)
    expect((await bring({})).status).toBe(401)
    expect((await bring(right, 'nobody')).status).toBe(404)
    expect((await bring(epay.notice(tradeNo, { pid: '9' }))).status).toBe(401)
    expect((await bring(epay.notice(tradeNo, { out_trade_no: '1' }))).status).toBe(400)
    await untouched(user, tradeNo)
  })

  test('of another gateway is refused, though its signature is right', async () => {
    const user = await product.user({ name: 'crossed' })
    const tradeNo = await order(user)
    const { uuid } = await createGateway({ name: 'Second' })
    expect((await bring(epay.notice(tradeNo), uuid)).status).toBe(400)
    await untouched(user, tradeNo)
    expect((await historyOf(tradeNo)).at(-1)).toMatchObject({ kind: 'notice', verdict: 'gateway' })
  })

  test('is taken by a disabled gateway for its old orders, which makes no new ones', async () => {
    const user = await product.user({ name: 'disabled' })
    const second = await createGateway({ name: 'Soon disabled' })
    const tradeNo = await order(user, 10, second.uuid)
    await root.client.updatePaymentGateway({ body: { id: second.id, enable: false } })
    const closed = await refusal(order(user, 10, second.uuid))
    expect(closed.code).toBe('payment.gateway-closed')
    expect((await bring(epay.notice(tradeNo), second.uuid)).status).toBe(200)
    expect(await balanceOf(user)).toBe(5_000_000)
  })
})

describe('what an order may be', () => {
  test('bad amounts are refused at their field', async () => {
    const user = await product.user({ name: 'amounts' })
    await root.client.setOption({ body: { key: 'PaymentMinAmount', value: '5' } })
    for (const amount of [0, -1, 1.5, 1_000_001, 1e300, '10', null, Number.NaN]) {
      const body = { uuid: gateway.uuid, amount: amount as number }
      const error = await refusal(user.client.createOrder({ body }))
      expect(error.fields, String(amount)).toHaveProperty('amount')
    }
    const small = await refusal(
      user.client.createOrder({ body: { uuid: gateway.uuid, amount: 4 } }),
    )
    expect(small).toMatchObject({ code: 'payment.below-minimum', message: 'Top up $5 or more' })
    expect(small.fields).toHaveProperty('amount')
    await root.client.setOption({ body: { key: 'PaymentMinAmount', value: '1' } })
    const unknown = await refusal(user.client.createOrder({ body: { uuid: 'nobody', amount: 10 } }))
    expect(unknown.code).toBe('payment.gateway-closed')
    expect((await user.client.listOwnOrders({ query: {} })).total_count).toBe(0)
  })

  test('settings of rate and discounts are checked, and hold', async () => {
    const set = (key: string, value: string) => root.client.setOption({ body: { key, value } })
    for (const value of ['', '0', '-1', '7,3', '1e3', 'abc']) {
      expect((await refusal(set('PaymentUSDRate', value))).fields).toHaveProperty('value')
    }
    for (const value of [
      '[]',
      '{"x":0.9}',
      '{"10":2}',
      '{"10":0}',
      '{"10":"0.9"}',
      '{"1.5":0.9}',
    ]) {
      expect((await refusal(set('RechargeDiscount', value))).fields, value).toBeDefined()
    }
    await set('RechargeDiscount', '{"100":0.9}')
    const quote = await root.client.getOrderQuote({ body: { uuid: gateway.uuid, amount: 100 } })
    expect(quote).toMatchObject({ discounted: '90.00', to_pay: '689.85', saved: '76.65' })
    const status = await root.client.getStatus({})
    expect(status).toMatchObject({
      payment_usd_rate: 7.3,
      payment_min_amount: 1,
      recharge_discount: '{"100":0.9}',
    })
    await set('RechargeDiscount', '{}')
  })
})

describe('an administrator', () => {
  test('credits by hand once, with a reason', async () => {
    const user = await product.user({ name: 'by-hand' })
    const tradeNo = await order(user)
    const params = { id: String(await idOf(tradeNo)) }
    expect(
      (await refusal(root.client.completeOrder({ params, body: { reason: ' ' } }))).fields,
    ).toEqual({
      reason: 'Give a reason',
    })
    const done = await root.client.completeOrder({ params, body: { reason: 'paid in cash' } })
    expect(done).toMatchObject({ status: 'success' })
    expect(done.events.at(-1)).toMatchObject({
      kind: 'completed',
      verdict: 'credited',
      text: 'paid in cash',
      actor: 'root',
    })
    expect(await balanceOf(user)).toBe(5_000_000)
    const again = await refusal(root.client.completeOrder({ params, body: { reason: 'again' } }))
    expect(again.code).toBe('payment.order-paid')
    // The money comes through the gateway as well.
    await epay.pay(tradeNo)
    expect(await balanceOf(user)).toBe(5_000_000)
    await sound()
  })

  test('refunds a payment: the quota goes first, then the money', async () => {
    const user = await product.user({ name: 'refunded' })
    const tradeNo = await order(user)
    const params = { id: String(await idOf(tradeNo)) }
    const early = await refusal(root.client.refundOrder({ params, body: { reason: 'early' } }))
    expect(early.code).toBe('payment.order-not-paid')
    await epay.pay(tradeNo)
    const done = await root.client.refundOrder({ params, body: { reason: 'a mistake' } })
    expect(done).toMatchObject({ status: 'success', refund: 'done' })
    expect(await balanceOf(user)).toBe(0)
    const again = await refusal(root.client.refundOrder({ params, body: { reason: 'again' } }))
    expect(again.code).toBe('payment.order-refunded')
    await sound()
  })

  test('cannot refund what was used', async () => {
    const user = await product.user({ name: 'spent' })
    const tradeNo = await order(user)
    await epay.pay(tradeNo)
    const id = (await user.client.getSelf({})).id
    await root.client.adjustQuota({ params: { id }, body: { quota: -1, remark: 'used' } })
    const params = { id: String(await idOf(tradeNo)) }
    const short = await refusal(root.client.refundOrder({ params, body: { reason: 'late' } }))
    expect(short.code).toBe('payment.refund-short')
    expect(await balanceOf(user)).toBe(4_999_999)
    expect(await own(user, tradeNo)).toMatchObject({ refund: 'none' })
    await sound()
  })

  test('asks again for a refund that nobody answered, and the quota is taken once', async () => {
    const user = await product.user({ name: 'silence' })
    const tradeNo = await order(user)
    await epay.pay(tradeNo)
    const params = { id: String(await idOf(tradeNo)) }
    epay.mode = 'page'
    const silent = await refusal(root.client.refundOrder({ params, body: { reason: 'x' } }))
    expect(silent.code).toBe('payment.gateway-failed')
    expect(await own(user, tradeNo)).toMatchObject({ refund: 'asked' })
    expect(await balanceOf(user)).toBe(0)
    epay.mode = 'answers'
    await root.client.refundOrder({ params, body: { reason: 'x' } })
    expect(await own(user, tradeNo)).toMatchObject({ refund: 'done' })
    expect(await balanceOf(user)).toBe(0)
    await sound()
  })

  test('sees orders by their filter, their sums, and a file', async () => {
    const user = await product.user({ name: 'listed' })
    const paid = await order(user, 20)
    await epay.pay(paid)
    await order(user, 30)
    const username = 'listed'
    const list = await root.client.listOrders({ query: { username, order: '-amount' } })
    expect(list.data.map(({ amount, status }) => [amount, status])).toEqual([
      [30, 'pending'],
      [20, 'success'],
    ])
    expect(await root.client.sumOrders({ query: { username } })).toEqual({
      paid: 1,
      pending: 1,
      failed: 0,
      closed: 0,
      quota: 10_000_000,
      money: [{ currency: 'CNY', amount: '153.30' }],
    })
    const file = await root.client.exportOrders({ query: { username } })
    expect(file).toContain(`,listed,Epay,${paid},`)
  })
})

describe('gateways', () => {
  test('keep their secrets, and say what is missing at its field', async () => {
    const bad = await refusal(
      createGateway({ config: { pay_domain: 'ftp://x', pay_type: 'cheque' }, currency: 'CNY' }),
    )
    expect(bad.fields).toEqual({
      'config.pay_domain': expect.any(String),
      'config.partner_id': 'Required',
      'config.key': 'Required',
      'config.pay_type': 'Not valid',
    })
    const empty = await refusal(createGateway({ icon: '', name: ' ', percent_fee: 0.00001 }))
    expect(Object.keys(empty.fields ?? {}).toSorted()).toEqual(['icon', 'name', 'percent_fee'])
    const yuan = await refusal(createGateway({ type: 'alipay', currency: 'USD', config: {} }))
    expect(yuan.fields).toHaveProperty('currency')
    const made = await createGateway({ name: 'Sealed' })
    expect(made).toMatchObject({ secrets: ['key'], ready: true, percent_fee: 0.05 })
    expect(JSON.stringify(made)).not.toContain(epay.key)
    const renamed = await root.client.updatePaymentGateway({
      body: { id: made.id, name: 'Renamed', config: { ...epay.config, key: '' } },
    })
    expect(renamed).toMatchObject({ name: 'Renamed', secrets: ['key'] })
    const tested = await root.client.testPaymentGateway({ params: { id: made.id } })
    expect(tested).toEqual({ verdict: 'works', said: '' })
    const stored = await product.server.stores.db
      .selectFrom('payment_gateways')
      .selectAll()
      .execute()
    expect(JSON.stringify(stored, (_, value: unknown) => String(value))).not.toContain(epay.key)
  })

  test('with pending orders cannot be deleted or get another currency', async () => {
    const user = await product.user({ name: 'pending' })
    const made = await createGateway({ name: 'Busy' })
    const params = { id: made.id }
    await order(user, 10, made.uuid)
    const refused = await refusal(root.client.deletePaymentGateway({ params }))
    expect(refused.code).toBe('payment.gateway-has-pending')
    const change = { id: made.id, currency: 'USD' as const }
    const changed = await refusal(root.client.updatePaymentGateway({ body: change }))
    expect(changed).toMatchObject({ code: 'payment.gateway-has-pending' })
    expect(Object.keys(changed.fields)).toEqual(['currency'])
    const idle = await createGateway({ name: 'Idle' })
    await root.client.deletePaymentGateway({ params: { id: idle.id } })
    expect((await bring({}, idle.uuid)).status).toBe(404)
  })
})

test('of sixty orders at the same moment twenty are begun', async () => {
  const user = await product.user({ name: 'hurried' })
  const begun = await Promise.allSettled(Array.from({ length: 60 }, () => order(user)))
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  for (const each of begun) {
    if (each.status === 'rejected') {
      expect(each.reason).toMatchObject({ code: 'payment.too-many-pending' })
    }
  }
  await sound()
})
