import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let stand: Stand
let customer: Customer

const question = (content: string) => ({
  model: 'mock/one',
  messages: [{ role: 'user', content }],
})

beforeAll(async () => {
  stand = await openStand()
  stand.upstream.on('mock/one', (call) => call.json(200, chatAnswer('hello', usageOf(10, 5))))
  customer = await stand.customer()
  for (const content of ['a', 'b', 'c']) {
    expect((await stand.ask(customer, question(content))).status).toBe(200)
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

/** The log is written after the answer. */
async function recorded(requests: number): Promise<void> {
  for (;;) {
    const sums = await stand.root.client.sumLogs({ query: {} })
    if (sums.requests === requests) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const dayMs = 86_400_000

function span() {
  const now = Math.floor(Date.now() / 1_000)
  return { start_timestamp: now - 2 * 86_400, end_timestamp: now + 60, step: 'day' as const }
}

describe('the figures of the station', () => {
  test('are the sums of what users hold and have spent', async () => {
    await recorded(3)
    const figures = await stand.root.client.getStationFigures({})
    const { stores } = stand.product.server
    const sums = await stand.root.client.sumLogs({ query: {} })
    expect(figures.used_quota).toBe(sums.quota)
    const users = await stores.db.selectFrom('users').select('id').execute()
    const wallets = users.map(({ id }) => `wallet:${id}` as const)
    const balances = await stores.ledger.reader.balances(wallets)
    const held = [...balances.values()].reduce((sum, { balance }) => sum + Number(balance), 0)
    expect(figures.balance_quota).toBe(held)
    expect(figures.users).toMatchObject({ total: users.length })
    const channels = await stand.root.client.listChannels({ query: {} })
    expect(figures.channels).toMatchObject({ total: channels.total_count, disabled: 0 })
  })

  test('count codes that were redeemed, and no others', async () => {
    const { root } = stand
    const before = await root.client.getStationFigures({})
    const made = await root.client.createRedemptions({
      body: { name: 'codes', quota: 700, count: 3 },
    })
    await customer.browser.client.redeemCode({ body: { key: made[0] ?? '' } })
    const after = await root.client.getStationFigures({})
    expect(after.redeemed.codes - before.redeemed.codes).toBe(1)
    expect(after.redeemed.quota - before.redeemed.quota).toBe(700)
    const period = await root.client.listPeriodFigures({ query: span() })
    expect(period.redemptions.total).toEqual({ quota: 700, users: 1 })
    expect(period.redemptions.values.at(-1)).toEqual({ quota: 700, users: 1 })
  })

  test('count orders that were paid by currency, and none that were given back', async () => {
    const { db } = stand.product.server.stores
    const gateway = await db
      .insertInto('payment_gateways')
      .values({
        uuid: 'g',
        name: 'g',
        type: 'epay',
        icon: '',
        currency: 'CNY',
        fixed_fee: 0n,
        percent_fee: 0n,
        sort: 0n,
        enabled: 1n,
        notify_domain: '',
        config: '{}',
        secrets_sealed: '',
        created_at: 0n,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    const order = (
      trade: string,
      status: string,
      refund: string,
      minor: bigint,
      currency: string,
    ) => ({
      trade_no: trade,
      user_id: customer.id,
      gateway_id: gateway.id,
      gateway_no: '',
      status,
      refund,
      amount: 1n,
      fee: 0n,
      currency,
      discount: 0n,
      order_amount: minor,
      quota: 500_000n,
      start: '',
      created_at: BigInt(Date.now()),
      closes_at: BigInt(Date.now() + dayMs),
      ended_at: status === 'pending' ? null : BigInt(Date.now()),
      asked_at: 0n,
      asks: 0n,
    })
    await db
      .insertInto('orders')
      .values([
        order('1', 'success', 'none', 730n, 'CNY'),
        order('2', 'success', 'none', 100n, 'USD'),
        order('3', 'success', 'done', 900n, 'CNY'),
        order('4', 'pending', 'none', 900n, 'CNY'),
      ] as never)
      .execute()
    const figures = await stand.root.client.getStationFigures({})
    expect(figures.orders).toEqual({
      count: 2,
      quota: 1_000_000,
      amounts: [
        { currency: 'CNY', amount: '7.30' },
        { currency: 'USD', amount: '1.00' },
      ],
    })
    const { top_ups } = await stand.root.client.listPeriodFigures({ query: span() })
    expect(top_ups.map(({ key, total }) => [key, total])).toEqual([
      ['CNY', { minor: 730, orders: 1 }],
      ['USD', { minor: 100, orders: 1 }],
    ])
  })
})

describe('the figures of a period', () => {
  test('tell how long answers took, and by which channel', async () => {
    await recorded(3)
    const { root } = stand
    const period = await root.client.listPeriodFigures({ query: span() })
    const rows = await root.client.listLogs({ query: { log_type: 2 } })
    expect(period.starts).toHaveLength(3)
    expect(period.duration.total.p50).toBeGreaterThan(0)
    expect(period.duration.values.at(-1)).toEqual(period.duration.total)
    expect(period.duration.values[0]).toEqual({ p50: null, p95: null, p99: null })
    const served = new Set(rows.data.map(({ channel }) => channel?.name))
    expect(new Set(period.channel_latency.map(({ name }) => name))).toEqual(served)
    expect(period.cache.total.input).toBe(
      rows.data.reduce((sum, { prompt_tokens: tokens }) => sum + tokens, 0),
    )
  })

  test('tell why attempts failed, also where another channel answered', async () => {
    const { root } = stand
    const before = await root.client.listPeriodFigures({ query: span() })
    let asked = 0
    stand.upstream.on('mock/failing', (call) => {
      asked += 1
      if (asked === 1) call.json(500, { error: { message: 'broken' } })
      else call.json(200, chatAnswer('fine', usageOf(10, 5)))
    })
    const body = { ...question('after a failure'), model: 'mock/failing' }
    expect((await stand.ask(customer, body)).status).toBe(200)
    await recorded(4)
    const attempts = (failures: readonly { total: { attempts: number } }[]) =>
      failures.reduce((sum, { total }) => sum + total.attempts, 0)
    // Attempts are written after their call, and the figures of one answer are read one after the other.
    await expect
      .poll(async () => {
        const after = await root.client.listPeriodFigures({ query: span() })
        return [attempts(after.failures), attempts(after.failures_by_channel)]
      })
      .toEqual([attempts(before.failures) + 1, attempts(before.failures_by_channel) + 1])
  })

  test('tell how new users came', async () => {
    const { root } = stand
    const { db } = stand.product.server.stores
    const count = async (key: string) => {
      const { registrations } = await root.client.listPeriodFigures({ query: span() })
      return registrations.find((series) => series.key === key)?.total.users ?? 0
    }
    const [direct, invited] = [await count('direct'), await count('invited')]
    const friend = await stand.customer()
    await db
      .updateTable('users')
      .set({ inviter_id: customer.id })
      .where('id', '=', friend.id)
      .execute()
    const member = await stand.customer()
    await db
      .insertInto('identities')
      .values({
        user_id: member.id,
        provider: 'github',
        subject: '1',
        name: '',
        created_at: BigInt(Date.now()),
      })
      .execute()
    await stand.customer()
    expect(await count('direct')).toBe(direct + 1)
    expect(await count('invited')).toBe(invited + 1)
    expect(await count('github')).toBe(1)
  })

  test('are told by supplier and by group of users, and come to the same', async () => {
    const { root } = stand
    const query = { ...span(), step: 'day' as const }
    const all = await root.client.logSeries({ query: { ...query, by: 'none' } })
    const bySupplier = await root.client.logSeries({ query: { ...query, by: 'supplier' } })
    const byGroup = await root.client.logSeries({ query: { ...query, by: 'group' } })
    expect(bySupplier.series).toMatchObject([{ key: '8', total: { quota: all.total.quota } }])
    expect(byGroup.series).toMatchObject([{ key: 'default', total: { quota: all.total.quota } }])
  })

  test('tell what is earned where the cost of a channel is known, and from then on', async () => {
    const { root } = stand
    const any = await root.client.createChannel({
      body: {
        type: 8,
        name: 'margin',
        group: ['default'],
        models: ['mock/margin'],
        key: 'sk-upstream-margin-canary-0123456789',
        base_url: `${stand.upstream.url}/margin`,
        priority: 100,
        cost_percent: 40,
        plugin: '{"input_usage":"as_reported"}',
      },
    })
    for (const model of ['mock/margin', 'claude-sonnet-4-5']) {
      stand.upstream.on(model, (call) => call.json(200, chatAnswer('hello', usageOf(1_000, 500))))
    }
    await root.client.createPrice({
      body: { model: 'mock/margin', type: 'tokens', channel_type: 8, input: '1.5', output: '3' },
    })
    const body = { ...question('what is left?'), model: 'mock/margin' }
    /** The channel's figures once it brought in so much: they are written after the answer. */
    const marginAt = async (revenue: number) => {
      for (;;) {
        const { margins } = await root.client.listPeriodFigures({ query: span() })
        const channel = margins.find(({ key }) => key === String(any.id))
        if (channel?.total.revenue === revenue) return channel.total
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    expect((await stand.ask(customer, body)).status).toBe(200)
    // 1,000 × 1.5 + 500 × 3 units. No price of the model is published.
    expect(await marginAt(3_000)).toMatchObject({ costed: 0, cost: 0 })
    const model_mapping = JSON.stringify({ 'mock/margin': '+claude-sonnet-4-5' })
    await root.client.updateChannel({ body: { id: any.id, model_mapping } })
    const group = (await root.client.listUserGroups({ query: {} })).data.find(
      ({ symbol }) => symbol === 'default',
    )
    if (group === undefined) throw new Error('there is no default group')
    await root.client.updateUserGroup({ body: { id: group.id, ratio: 2 } })
    expect((await stand.ask(customer, body)).status).toBe(200)
    // Twice as much for the user; the supplier takes 40% of 1,000 × $3 and 500 × $15 a million.
    expect(await marginAt(9_000)).toMatchObject({ costed: 6_000, cost: 2_100 })
    await root.client.updatePrice({
      params: { model: 'mock/margin' },
      body: { model: 'mock/margin', type: 'tokens', channel_type: 8, input: '15', output: '30' },
    })
    expect((await stand.ask(customer, body)).status).toBe(200)
    // Ten times as much for the user, the same for the supplier.
    expect(await marginAt(69_000)).toMatchObject({ costed: 66_000, cost: 4_200 })
    const cost_prices = JSON.stringify({ 'claude-sonnet-4-5': '1 / 2' })
    await root.client.updateChannel({ body: { id: any.id, cost_prices } })
    expect((await stand.ask(customer, body)).status).toBe(200)
    // 1,000 × $1 and 500 × $2 a million, whatever the per cent.
    expect(await marginAt(129_000)).toMatchObject({ costed: 126_000, cost: 5_200 })
    await root.client
      .updateChannel({
        body: { id: any.id, cost_prices: '{"claude-sonnet-4-5":"cheap"}' },
      })
      .then(
        () => expect.unreachable(),
        (error: unknown) =>
          expect(error).toMatchObject({ fields: { cost_prices: expect.anything() } }),
      )
    await root.client.updateUserGroup({ body: { id: group.id, ratio: 1 } })
    await root.client.updateChannel({ body: { id: any.id, cost_percent: null, cost_prices: '' } })
    const [charge] = (await root.client.listLogs({ query: { model_name: 'mock/margin' } })).data
    await root.client.refundCharge({
      params: { id: charge?.request_id ?? '' },
      body: { reason: 'a courtesy' },
    })
    // The supplier keeps what it took.
    expect(await marginAt(69_000)).toMatchObject({ costed: 66_000, cost: 5_200 })
  })

  test('are those of the last week where no span is asked for', async () => {
    const { starts } = await stand.root.client.listPeriodFigures({ query: {} })
    const [first = 0] = starts
    expect(Math.abs(Date.now() / 1_000 - first - 7 * 86_400)).toBeLessThan(60)
  })

  test('refuse a span of more steps than a chart has', async () => {
    await expect(
      stand.root.client.listPeriodFigures({
        query: { start_timestamp: 1, end_timestamp: 1_800_000_000, step: 'minute' },
      }),
    ).rejects.toMatchObject({ code: 'series.too-long' })
  })
})

describe('the station today', () => {
  test('names a failing channel with the reason, and how channels have done lately', async () => {
    const { root } = stand
    stand.upstream.on('mock/dead', (call) => {
      if (call.channel === 'first') call.json(401, { error: { message: 'the key was revoked' } })
      else call.json(200, chatAnswer('hello', usageOf(10, 5)))
    })
    for (let asked = 0; asked < 4; asked += 1) {
      const body = { ...question(`dead ${asked}`), model: 'mock/dead' }
      expect((await stand.ask(customer, body)).status).toBe(200)
    }
    const today = await root.client.getStationToday({ query: {} })
    expect(today.active_users).toBeGreaterThan(0)
    const [failing] = today.failing
    if (failing === undefined) expect.fail('nothing is failing')
    expect(failing).toMatchObject({
      kind: 'cooling',
      model: 'mock/dead',
      reason: 'authentication',
    })
    expect(failing.since).toBeGreaterThan(0)
    expect(failing.until).toBeGreaterThan(failing.since)

    const listed = async () => {
      const { data } = await root.client.listChannels({ query: {} })
      return data.find(({ id }) => id === failing.id)
    }
    let channel = await listed()
    while (channel?.pulse.failed === 0) channel = await listed()
    expect(channel?.cooling).toMatchObject([{ model: 'mock/dead', since: failing.since }])
    expect(channel?.pulse.failed).toBeGreaterThan(0)
    expect(channel?.pulse.p50).not.toBeNull()
  })

  test('names models that have no price, and channels that a test has disabled', async () => {
    const { root } = stand
    await root.client.createChannel({
      body: {
        type: 8,
        name: 'unpriced',
        group: ['default'],
        models: ['nobody/priced-this'],
        key: 'none',
        base_url: stand.upstream.url,
      },
    })
    const { db } = stand.product.server.stores
    await db
      .updateTable('channels')
      .set({ status: 3n, test_failure: 'no answer', tested_at: 1_000n })
      .where('name', '=', 'unpriced')
      .execute()
    const today = await root.client.getStationToday({ query: {} })
    expect(today.failing[0]).toMatchObject({
      kind: 'test',
      name: 'unpriced',
      since: 1,
      until: 0,
      reason: 'no answer',
    })
    await root.client.createChannel({
      body: {
        type: 8,
        name: 'unpriced too',
        group: ['default'],
        models: ['nobody/priced-this-one'],
        key: 'none',
        base_url: stand.upstream.url,
      },
    })
    const { unpriced } = await root.client.getStationToday({ query: {} })
    expect(unpriced).toContain('nobody/priced-this-one')
  })
})
