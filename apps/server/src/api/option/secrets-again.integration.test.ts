import { CallError, createClient } from '@posthouse/contract/client'
import { openAlipay } from '@posthouse/testkit/payment-gateways/alipay'
import { openEpay } from '@posthouse/testkit/payment-gateways/epay'
import { openStripe } from '@posthouse/testkit/payment-gateways/stripe'
import { openWxpay } from '@posthouse/testkit/payment-gateways/wxpay'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretAddresses } from '../../domain/settings/secret-addresses.ts'

let product: Product
let root: Browser
/** The same person, by an access token. */
let script: Browser['client']

beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  const { token } = await root.client.createAccessToken({ body: { name: 'script' } })
  const authorization = `Bearer ${token}`
  script = createClient({
    fetch: (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('authorization', authorization)
      return fetch(`${product.address}${String(input)}`, { ...init, headers })
    },
    language: () => 'en',
  })
})
afterAll(() => product.close())

const refusal = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.fail('was not refused'),
    (error: unknown) => (error instanceof CallError ? error : expect.fail(String(error))),
  )

/** Signed in an hour ago. */
const signedInLongAgo = async (): Promise<Browser> => {
  const browser = await product.root()
  await product.server.stores.db.updateTable('sessions').set({ authenticated_at: 1n }).execute()
  return browser
}

const elsewhere = 'http://127.0.0.1:9'

describe.each(Object.entries(secretAddresses))('the secret %s', (secret, addresses) => {
  test.each([...addresses])('goes to another %s only when it is given again', async (address) => {
    const value = address === 'SMTPPort' ? '2525' : elsewhere
    const set = (key: string, text: string) => ({ body: { key, value: text } })
    const stored = secret === 'WebhookSecret' ? `whsec_${btoa('a'.repeat(32))}` : 'canary'
    await root.client.setOption(set(secret, stored))
    const old = await signedInLongAgo()
    for (const client of [script, old.client]) {
      const one = await refusal(client.setOption(set(address, value)))
      expect(one).toMatchObject({ code: 'secret.again', fields: { value: expect.any(String) } })
      const changes = [{ key: address, value }]
      const many = await refusal(client.setOptions({ body: { changes } }))
      expect(Object.keys(many.fields ?? {})).toEqual([secret])
      // The same address in two steps.
      if (address === 'SMTPServer') {
        await client.setOption(set(address, ''))
        expect((await refusal(client.setOption(set(address, value)))).code).toBe('secret.again')
      }
    }
    const changes = [
      { key: address, value },
      { key: secret, value: stored },
    ]
    await script.setOptions({ body: { changes } })
    root = await product.root()
    const again = value === elsewhere ? 'http://127.0.0.1:10' : '2526'
    await root.client.setOption(set(address, again))
  })
})

test('a gateway sends its secrets nowhere else, and is changed after a recent sign-in only', async () => {
  await using epay = await openEpay()
  await using stripe = await openStripe()
  await using alipay = await openAlipay()
  await using wxpay = await openWxpay()
  const gateways = [
    { type: 'epay', currency: 'CNY', field: 'pay_domain', secrets: ['key'], stand: epay },
    { type: 'stripe', currency: 'USD', field: 'address', secrets: ['secret_key'], stand: stripe },
    { type: 'alipay', currency: 'CNY', field: 'address', secrets: ['private_key'], stand: alipay },
    {
      type: 'wxpay',
      currency: 'CNY',
      field: 'address',
      secrets: ['mch_apiv3_key', 'mch_private_key'],
      stand: wxpay,
    },
  ] as const
  for (const { type, currency, field, secrets, stand } of gateways) {
    root = await product.root()
    const config = { ...stand.config }
    const body = { type, currency, name: type, icon: 'card', config }
    expect((await refusal(script.createPaymentGateway({ body }))).code).toBe('auth.recent-sign-in')
    const { id } = await root.client.createPaymentGateway({ body })
    const empty = Object.fromEntries(secrets.map((name) => [name, '']))
    const moved = { id, config: { ...config, ...empty, [field]: elsewhere } }
    const old = await signedInLongAgo()
    for (const client of [script, old.client]) {
      const refused = await refusal(client.updatePaymentGateway({ body: moved }))
      expect(refused.code).toBe('secret.again')
      expect(Object.keys(refused.fields ?? {}).toSorted()).toEqual(
        secrets.map((name) => `config.${name}`).toSorted(),
      )
      const renamed = client.updatePaymentGateway({ body: { id, name: 'other' } })
      expect((await refusal(renamed)).code).toBe('auth.recent-sign-in')
    }
    root = await product.root()
    const kept = await root.client.getPaymentGateway({ params: { id } })
    expect(kept.config[field] ?? '').toBe(config[field] ?? '')
    const saved = await root.client.updatePaymentGateway({ body: moved })
    expect(saved.config[field]).toBe(elsewhere)
  }
})
