import { CallError } from '@posthouse/contract/client'
import { type MockCall, openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { openProduct } from '@posthouse/testkit/product'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const canary = 'sk-canary-0123456789-never-to-be-seen'

const product = await openProduct()
const supplier = await openMockUpstream()
const root = await product.root()
afterAll(async () => {
  await supplier.close()
  await product.close()
})

type Reply = readonly [status: number, body: string]
let replies: Record<string, Reply | ((call: MockCall) => Reply)> = {}
beforeAll(() => {
  supplier.onAny((call) => {
    const [path = ''] = call.path.split('?')
    const reply = replies[path] ?? ([404, '{"error":{"message":"no such page"}}'] as const)
    const [status, body] = typeof reply === 'function' ? reply(call) : reply
    call.text(status, body, { 'content-type': 'application/json' })
  })
})
beforeEach(() => {
  replies = {}
  supplier.calls.length = 0
})

let made = 0
async function channel(type: number, more: object = {}) {
  made += 1
  const { id } = await root.client.createChannel({
    body: {
      type,
      name: `balance-${made}`,
      group: ['default'],
      models: [`m-${made}`],
      key: canary,
      base_url: `${supplier.url}/${made}`,
      ...more,
    },
  })
  return {
    refresh: () => root.client.refreshChannelBalance({ params: { id } }),
    read: () => root.client.getChannel({ params: { id } }),
    refused: (): Promise<CallError> =>
      root.client.refreshChannelBalance({ params: { id } }).then(
        () => expect.fail('was not refused'),
        (error: unknown) => (error instanceof CallError ? error : expect.fail(String(error))),
      ),
  }
}

const deepSeek = (...infos: readonly (readonly [string, string])[]): Reply => [
  200,
  JSON.stringify({
    is_available: true,
    balance_infos: infos.map(([currency, total]) => ({
      currency,
      total_balance: total,
      granted_balance: '0.00',
      topped_up_balance: total,
    })),
  }),
]

describe('suppliers that tell the balance', () => {
  const told = [
    [
      'OpenAI',
      1,
      {
        '/v1/dashboard/billing/subscription':
          '{"object":"billing_subscription","hard_limit_usd":120}',
        '/v1/dashboard/billing/usage': '{"object":"list","total_usage":1234.567}',
      },
      { balance: 107.65433, balance_currency: 'USD' },
    ],
    [
      'OpenRouter',
      20,
      { '/v1/credits': '{"data":{"total_credits":100.5,"total_usage":25.75}}' },
      { balance: 74.75, balance_currency: 'USD' },
    ],
    [
      'DeepSeek',
      28,
      {
        '/user/balance': deepSeek(['USD', '0.00'], ['CNY', '110.00'])[1],
      },
      { balance: 110, balance_currency: 'CNY' },
    ],
    [
      'Moonshot',
      29,
      {
        '/v1/users/me/balance':
          '{"code":0,"data":{"available_balance":49.58894,"voucher_balance":46.58893,"cash_balance":3.00001},"status":true}',
      },
      { balance: 49.58894, balance_currency: 'USD' },
    ],
    [
      'SiliconFlow',
      45,
      {
        '/v1/user/info':
          '{"code":20000,"message":"OK","status":true,"data":{"balance":"0.88","chargeBalance":"88.00","totalBalance":"88.88"}}',
      },
      { balance: 88.88, balance_currency: 'USD' },
    ],
    [
      'StepFun',
      908,
      { '/v1/accounts': '{"object":"account","type":"prepaid","balance":0.1}' },
      { balance: 0.1, balance_currency: 'CNY' },
    ],
    [
      'Vercel',
      910,
      { '/v1/credits': '{"balance":"95.50","total_used":"4.50"}' },
      { balance: 95.5, balance_currency: 'USD' },
    ],
  ] as const

  test.each(told)('%s', async (_name, type, answers, balance) => {
    replies = Object.fromEntries(
      Object.entries(answers).map(([path, body]) => [path, [200, body] as const]),
    )
    const one = await channel(type)
    expect(await one.read()).toMatchObject({ balance: null, balance_time: 0 })
    expect(await one.refresh()).toMatchObject(balance)
    expect(await one.read()).toMatchObject({ ...balance, attention: null, status: 1 })
    expect((await one.read()).balance_time).toBeGreaterThan(0)
    for (const { headers } of supplier.calls) expect(headers.authorization).toBe(`Bearer ${canary}`)
  })

  test('OpenRouter’s ordinary keys are asked for their own limit', async () => {
    replies = {
      '/v1/credits': [403, '{"error":{"message":"Only management keys","code":403}}'],
      '/v1/key': [200, '{"data":{"label":"x","limit":10,"usage":2.5,"limit_remaining":7.5}}'],
    }
    expect(await (await channel(20)).refresh()).toMatchObject({ balance: 7.5 })
    replies['/v1/key'] = [200, '{"data":{"limit":null,"limit_remaining":null}}']
    expect((await (await channel(20)).refused()).code).toBe('channel.balance-unlimited')
  })
})

describe('several keys', () => {
  const byKey = (balances: Record<string, Reply>) => ({
    '/user/balance': (call: MockCall): Reply =>
      balances[String(call.headers.authorization).slice(7)] ?? [401, '{}'],
  })

  test('are added in one currency, and refused in two', async () => {
    replies = byKey({
      'sk-one-111': deepSeek(['CNY', '0.1']),
      'sk-two-222': deepSeek(['CNY', '0.2']),
    })
    const one = await channel(28, { key: 'sk-one-111\nsk-two-222' })
    expect(await one.refresh()).toMatchObject({ balance: 0.3, balance_currency: 'CNY' })
    replies = byKey({ 'sk-one-111': deepSeek(['CNY', '1']), 'sk-two-222': deepSeek(['USD', '1']) })
    expect((await one.refused()).code).toBe('channel.balance-mixed')
    replies = byKey({ 'sk-one-111': deepSeek(['CNY', '1']) })
    expect((await one.refused()).code).toBe('channel.balance-not-told')
    expect(await one.read()).toMatchObject({ balance: 0.3 })
  })
})

describe('a balance that is used up', () => {
  test('needs attention once, and disables nothing', async () => {
    const one = await channel(28)
    replies = { '/user/balance': deepSeek(['CNY', '-0.50']) }
    expect(await one.refresh()).toMatchObject({ balance: -0.5 })
    const { id, attention, status } = await one.read()
    expect(status).toBe(1)
    expect(attention).toMatchObject({ reason: 'no-balance' })
    await root.client.seeChannel({ params: { id } })
    await one.refresh()
    expect((await one.read()).attention).toBeNull()
  })
})

describe('answers that tell nothing', () => {
  const wrong: readonly (readonly [string, Reply])[] = [
    ['a refusal that repeats the key', [401, `{"error":{"message":"wrong key ${canary}"}}`]],
    ['a page', [200, '<html>']],
    ['another shape', [200, '{"balance_infos":[{"currency":"CNY"}]}']],
    ['no entry', [200, '{"balance_infos":[]}']],
    ['words', deepSeek(['CNY', 'plenty'])],
    ['too much', deepSeek(['CNY', '1e300'])],
    ['a strange currency', deepSeek(['<b>', '1'])],
    ['too deep', [200, '['.repeat(20_000)]],
    ['too long', [200, ' '.repeat(100_000)]],
  ]
  test.each(wrong)('%s', async (_name, reply) => {
    replies = { '/user/balance': reply }
    const one = await channel(28)
    const error = await one.refused()
    expect(error.code).toBe('channel.balance-not-told')
    expect(error.message).not.toContain(canary)
    expect(await one.read()).toMatchObject({ balance: null, balance_currency: '' })
  })

  test('a supplier without such a call is named and not asked', async () => {
    const error = await (await channel(14)).refused()
    expect(error.code).toBe('channel.no-balance-call')
    expect(error.message).toContain('Anthropic')
    expect(supplier.calls).toEqual([])
  })
})

test('only administrators ask', async () => {
  const user = await product.user({ name: 'balance-user' })
  const call = user.client.refreshChannelBalance({ params: { id: 1 } })
  await expect(call).rejects.toThrow(CallError)
})
