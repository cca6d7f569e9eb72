import { CallError, createClient } from '@posthouse/contract/client'
import { type EpayStandIn, openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* An administrator gets no money from a gateway whose key they know, or from codes that they saw. */

let product: Product
let root: Browser
let admin: Browser
let other: Browser
let epay: EpayStandIn

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  admin = await product.user({ name: 'admin', role: 10 })
  other = await product.user({ name: 'other-admin', role: 10 })
  epay = await openEpay()
})
afterAll(async () => {
  await epay[Symbol.asyncDispose]()
  await product.close()
})

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )
const balanceOf = async (who: Browser) => (await who.client.getSelf({})).quota
const allow = (value: 'true' | 'false') =>
  root.client.setOption({ body: { key: 'AdministratorsMayTopUp', value } })

const gatewayOf = (who: Browser, name: string) =>
  who.client.createPaymentGateway({
    body: { type: 'epay', name, icon: 'card', currency: 'CNY', config: { ...epay.config } },
  })

const order = async (who: Browser, uuid: string) => {
  const begun = await who.client.createOrder({ body: { uuid, amount: 10 } })
  epay.submit(begun.data.params)
  return begun.trade_no
}

const sound = async () => {
  expect(await product.server.stores.ledger.reader.differences()).toEqual([])
}

describe('a payment gateway', () => {
  test('that an administrator made credits customers and super administrators only', async () => {
    const { uuid } = await gatewayOf(admin, 'own')
    const customer = await product.user({ name: 'customer' })
    await epay.pay(await order(customer, uuid))
    expect(await balanceOf(customer)).toBe(5_000_000)
    const methods = async (who: Browser) =>
      (await who.client.listPaymentMethods({})).map((method) => method.uuid)
    for (const who of [admin, other]) {
      expect(await codeOf(order(who, uuid))).toBe('payment.own-gateway')
      expect(await methods(who)).not.toContain(uuid)
    }
    for (const who of [customer, root]) expect(await methods(who)).toContain(uuid)
    const before = await balanceOf(root)
    await epay.pay(await order(root, uuid))
    expect(await balanceOf(root)).toBe(before + 5_000_000)
    await allow('true')
    await epay.pay(await order(admin, uuid))
    expect(await balanceOf(admin)).toBe(5_000_000)
    await allow('false')
    await sound()
  })

  test('changed between an order and its notice credits no administrator', async () => {
    const { id, uuid } = await gatewayOf(root, 'changed')
    const before = await balanceOf(other)
    const tradeNo = await order(other, uuid)
    await other.client.updatePaymentGateway({ body: { id, name: 'renamed', sort: 3 } })
    await epay.pay(await order(other, uuid))
    expect(await balanceOf(other)).toBe(before + 5_000_000)
    const config = { ...epay.config, key: 'known' }
    await other.client.updatePaymentGateway({ body: { id, config } })
    const params = new URLSearchParams(epay.notice(tradeNo, {}, 'known')).toString()
    const bring = () => fetch(`${product.address}/api/payment/notify/${uuid}?${params}`)
    expect((await bring()).status).toBe(400)
    expect((await bring()).status).toBe(400)
    expect(await balanceOf(other)).toBe(before + 5_000_000)
    const [row] = (await root.client.listOrders({ query: { trade_no: tradeNo } })).data
    const detail = await root.client.getOrder({ params: { id: String(row?.id) } })
    const { status, events } = detail
    expect(status).toBe('pending')
    expect(events.filter(({ verdict }) => verdict === 'administrator')).toHaveLength(1)
    // The key that the administrator knows, entered again, changes nothing.
    await root.client.updatePaymentGateway({ body: { id, config } })
    expect(await codeOf(order(other, uuid))).toBe('payment.own-gateway')
    // Another one does.
    await root.client.updatePaymentGateway({ body: { id, config: { ...epay.config } } })
    await epay.pay(tradeNo)
    expect(await balanceOf(other)).toBe(before + 10_000_000)
    await sound()
  })
})

test('only a super administrator may send the stored key of a gateway to another address', async () => {
  const { id } = await gatewayOf(root, 'moved')
  const config = { ...epay.config, pay_domain: 'http://127.0.0.1:9', key: '' }
  const move = (who: Browser) => codeOf(who.client.updatePaymentGateway({ body: { id, config } }))
  expect(await move(other)).toBe('secret.enter')
  expect(await move(root)).toBe('fine')
})

describe('a redemption code', () => {
  const codes = (who: Browser) =>
    who.client.createRedemptions({ body: { name: 'codes', quota: 1_000, count: 1 } })
  const redeem = (who: Browser, key = '') => who.client.redeemCode({ body: { key } })

  test('that an administrator made, changed or viewed credits no administrator', async () => {
    const [made] = await codes(admin)
    const [viewed] = await codes(root)
    const [changed] = await codes(root)
    const [fresh] = await codes(root)
    const idOf = async (keyword = '') =>
      (await root.client.listRedemptions({ query: { keyword } })).data[0]?.id ?? 0
    await admin.client.revealRedemption({ params: { id: await idOf(viewed) } })
    await admin.client.updateRedemption({
      query: {},
      body: { id: await idOf(changed), quota: 9_000 },
    })
    const before = await balanceOf(other)
    for (const key of [made, viewed, changed]) {
      expect(await codeOf(redeem(other, key))).toBe('redemption.own-code')
    }
    expect(await redeem(other, fresh)).toBe(1_000)
    expect(await balanceOf(other)).toBe(before + 1_000)
    const customer = await product.user({ name: 'redeemer' })
    expect(await redeem(customer, changed)).toBe(9_000)
    expect(await redeem(root, viewed)).toBe(1_000)
    await allow('true')
    expect(await redeem(admin, made)).toBe(1_000)
    await allow('false')
    await sound()
  })
})

describe('an access token', () => {
  const scriptOf = async (body: { name: string; codes_per_day?: number }) => {
    const { token } = await admin.client.createAccessToken({ body })
    return createClient({
      fetch: (path, init) =>
        fetch(`${product.address}${path}`, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), authorization: token },
        }),
      language: () => 'en',
    })
  }

  test('makes codes only with the right, and no more than its sum of a day', async () => {
    const without = await scriptOf({ name: 'without' })
    const body = { name: 'script', quota: 100, count: 3 }
    expect(await codeOf(without.createRedemptions({ body }))).toBe('redemption.token-may-not')
    const script = await scriptOf({ name: 'shop', codes_per_day: 1_000 })
    const at = Array.from({ length: 8 }, () => codeOf(script.createRedemptions({ body })))
    const outcomes = await Promise.all(at)
    expect(outcomes.filter((code) => code === 'fine')).toHaveLength(3)
    expect(new Set(outcomes)).toEqual(new Set(['fine', 'redemption.token-daily']))
    const [code] = (await root.client.listRedemptions({ query: { keyword: 'script' } })).data
    const change = (quota: number) =>
      codeOf(script.updateRedemption({ query: {}, body: { id: code?.id ?? 0, quota } }))
    expect(await change(201)).toBe('redemption.token-daily')
    expect(await change(200)).toBe('fine')
    expect(await change(100)).toBe('fine')
    expect(
      await codeOf(
        without.updateRedemption({
          query: {},
          body: { id: code?.id ?? 0, quota: 101 },
        }),
      ),
    ).toBe('redemption.token-may-not')
    // Tomorrow.
    await product.server.stores.db
      .updateTable('access_tokens')
      .set((set) => ({ codes_day: set('codes_day', '-', 1n) }))
      .execute()
    expect(await codeOf(script.createRedemptions({ body }))).toBe('fine')
  })

  test('adds quota within the same sum, and does nothing that would get around it', async () => {
    const customer = await product.user({ name: 'scripted' })
    const params = { id: String(customer.id) }
    const without = await scriptOf({ name: 'without' })
    const script = await scriptOf({ name: 'shop', codes_per_day: 1_000 })
    const add = (by: typeof script, quota: number) =>
      codeOf(by.adjustQuota({ params, body: { quota, remark: 'x' } }))
    expect(await add(without, 1)).toBe('redemption.token-may-not')
    expect(await add(script, 700)).toBe('fine')
    expect(await add(script, 301)).toBe('redemption.token-daily')
    expect(await add(without, -100)).toBe('fine')
    const body = { name: 'rest', quota: 301, count: 1 }
    expect(await codeOf(script.createRedemptions({ body }))).toBe('redemption.token-daily')
    expect(await balanceOf(customer)).toBe(600)

    const [code] = (await root.client.listRedemptions({ query: {} })).data
    const of = { params: { id: code?.id ?? 0 } }
    const { id } = await gatewayOf(root, 'kept')
    const around = [
      script.revealRedemption(of),
      script.revealRedemptionBatch(of),
      script.removeUserSecondFactor({ params }),
      script.updateUser({ body: { id: Number(customer.id), password: 'another password' } }),
    ]
    expect(new Set(await Promise.all(around.map(codeOf)))).toEqual(new Set(['auth.session-only']))
    expect(await codeOf(script.deletePaymentGateway({ params: { id } }))).toBe(
      'auth.recent-sign-in',
    )
  })

  test('gets the right from administrators with a recent sign-in only', async () => {
    const customer = await product.user({ name: 'customer-token' })
    const body = { name: 'right', codes_per_day: 1 }
    expect(await codeOf(customer.client.createAccessToken({ body }))).toBe('auth.role-too-low')
    for (const wrong of [-1, 0.5]) {
      const bad = { name: 'right', codes_per_day: wrong }
      expect(await codeOf(admin.client.createAccessToken({ body: bad }))).toBe('request.invalid')
    }
    const old = await product.user({ name: 'old-admin', role: 10 })
    await product.server.stores.db
      .updateTable('sessions')
      .set({ authenticated_at: 1n })
      .where('user_id', '=', old.id)
      .execute()
    expect(await codeOf(old.client.createAccessToken({ body }))).toBe('auth.recent-sign-in')
  })
})
