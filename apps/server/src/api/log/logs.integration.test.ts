import type { CallError } from '@posthouse/contract/client'
import { walletOf } from '@posthouse/ledger/account'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

async function chat(key: string, model = 'sandbox/chat'): Promise<string> {
  const response = await fetch(`${product.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'tell me something' }] }),
  })
  await response.text()
  expect(response.status).toBe(200)
  const id = response.headers.get('x-request-id') ?? ''
  // The answer does not wait for its settlement.
  await vi.waitFor(
    async () => expect(await product.server.stores.logs.find(id)).not.toBeNull(),
    5_000,
  )
  return id
}

describe('one charge, looked at from every side', () => {
  test('log row, receipt, balance, token and dashboard tell the same amount', async () => {
    const user = await product.user({ name: 'payer', balance: 1_000_000 })
    const { id, key } = await user.client.createToken({
      body: { name: 'k', remain_quota: 500_000 },
    })
    const request = await chat(key)
    const { data } = await user.client.listOwnLogs({ query: { request_id: request } })
    const quota = data[0]?.quota ?? 0
    expect(quota).toBeGreaterThan(0)

    const receipt = await user.client.explainCharge({ params: { id: request } })
    expect(receipt).toMatchObject({
      quota,
      recomputed: quota,
      price_entry: 'sandbox/*',
      written_off: 0,
    })
    const sum = receipt.lines.reduce((total, line) => total + BigInt(line.subtotal_micro), 0n)
    expect(String(sum)).toBe(receipt.total_micro)
    expect(receipt.steps.map(({ kind }) => kind)).toEqual(['hold', 'settle'])
    expect(receipt.steps.at(-1)?.quota).toBe(quota)

    expect((await user.client.getSelf({})).quota).toBe(1_000_000 - quota)
    expect(await user.client.getToken({ params: { id } })).toMatchObject({
      remain_quota: 500_000 - quota,
      used_quota: quota,
    })
    const days = await user.client.getDashboard({ query: { time_zone: 'Asia/Shanghai' } })
    expect(days).toMatchObject([{ ModelName: 'sandbox/chat', RequestCount: 1, Quota: quota }])
    const took = { p50: expect.any(Number), p95: expect.any(Number) }
    for (const query of [{ log_type: 2 }, {}]) {
      const summary = await user.client.sumOwnLogs({ query })
      expect(summary).toMatchObject({ requests: 1, quota, duration: took, first_content: took })
    }
    expect(await product.server.stores.ledger.reader.differences()).toEqual([])
  })

  test('another person cannot see the row or its receipt, an administrator can', async () => {
    const user = await product.user({ name: 'private', balance: 100_000 })
    const { key } = await user.client.createToken({ body: { name: 'k', unlimited_quota: true } })
    const request = await chat(key)
    const other = await product.user({ name: 'curious' })
    const error = await other.client
      .explainCharge({ params: { id: request } })
      .catch((thrown: unknown) => thrown)
    expect((error as CallError).code).toBe('log.not-found')
    const tries = await other.client.listOwnLogs({ query: { request_id: request } })
    expect(tries.data).toEqual([])
    // Attempts are recorded beside the money, a little later.
    await vi.waitFor(async () => {
      const receipt = await root.client.explainCharge({ params: { id: request } })
      expect(receipt.attempts).toMatchObject([{ channel: 'Sandbox', status: 200, failure: '' }])
    }, 5_000)
    const own = await user.client.explainCharge({ params: { id: request } })
    expect(own.attempts).toEqual([])
  })
})

describe('the page', () => {
  test('goes by key set without gaps or repeats', async () => {
    const user = await product.user({ name: 'pager', balance: 1_000_000 })
    const { key } = await user.client.createToken({ body: { name: 'k', unlimited_quota: true } })
    for (let call = 0; call < 7; call++) await chat(key)
    const ids: number[] = []
    for (let before = 0; ;) {
      const { data } = await user.client.listOwnLogs({
        query: { size: 3, log_type: 2, before_id: before },
      })
      if (data.length === 0) break
      ids.push(...data.map(({ id }) => id))
      before = ids.at(-1) ?? 0
    }
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    expect(ids).toHaveLength(7)
  })

  test('goes back the way it came, in either order, and knows where it ends', async () => {
    const user = await product.user({ name: 'walker', balance: 1_000_000 })
    const { key } = await user.client.createToken({ body: { name: 'k', unlimited_quota: true } })
    for (let call = 0; call < 7; call++) await chat(key)
    const read = async (query: object) => {
      const asked = { size: 3, log_type: 2, ...query }
      const { data, more } = await user.client.listOwnLogs({ query: asked })
      return { ids: data.map(({ id }) => id), more }
    }
    const all = (await read({ size: 10 })).ids
    const first = await read({})
    const second = await read({ before_id: first.ids.at(-1) })
    const third = await read({ before_id: second.ids.at(-1) })
    expect([first, second, third]).toEqual([
      { ids: all.slice(0, 3), more: true },
      { ids: all.slice(3, 6), more: true },
      { ids: all.slice(6), more: false },
    ])
    expect(await read({ after_id: third.ids[0] })).toEqual({ ids: all.slice(3, 6), more: true })
    expect(await read({ after_id: second.ids[0] })).toEqual({ ids: all.slice(0, 3), more: false })
    const rising = { order: 'created_at' }
    expect(await read({ ...rising, after_id: all[5] })).toEqual({
      ids: all.slice(2, 5).toReversed(),
      more: true,
    })
    expect(await read({ ...rising, before_id: all[3] })).toEqual({
      ids: all.slice(4).toReversed(),
      more: false,
    })
  })

  test('the channel of a row is for administrators', async () => {
    const all = await root.client.listLogs({ query: { log_type: 2, size: 1 } })
    expect(all.data[0]?.channel).toEqual({ id: 1, name: 'Sandbox' })
    const own = await root.client.listOwnLogs({ query: { log_type: 4 } })
    expect(own.data[0]).toMatchObject({
      channel: null,
      quota: 100_000_000,
      content: 'First balance',
    })
  })
})

test('a second start changes nothing', async () => {
  const { stores } = product.server
  const before = await stores.ledger.reader.balance(walletOf(1n))
  const { prepareFirstStart } = await import('../../commands/first-start.ts')
  const password = await prepareFirstStart({
    ...stores,
    ledger: stores.ledger.writer,
    clock: { now: () => Date.now(), monotonic: () => 0 },
    rootPassword: null,
  })
  expect(password).toBeNull()
  expect(await stores.ledger.reader.balance(walletOf(1n))).toEqual(before)
  const channels = await stores.channels.all()
  expect(channels.filter(({ row }) => row.name === 'Sandbox')).toHaveLength(1)
})
