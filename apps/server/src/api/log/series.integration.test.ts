import { CallError } from '@posthouse/contract/client'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { openStand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { remarkRow } from '../../domain/usage-log/remark-row.ts'

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const hour = Math.floor(Date.UTC(2026, 9, 25, 0) / 1_000)

/** A row of each model, in an hour of the day on which clocks are put back; the n-th costs n. */
async function addRows(user: { id: bigint }, models: readonly string[]): Promise<void> {
  const account = await product.server.stores.accounts.findById(user.id)
  if (account === null) expect.fail('no such account')
  for (const [place, model] of models.entries()) {
    const at = (hour + 3_600 * place) * 1_000
    const row = {
      ...remarkRow({ account, requestId: `s-${place}`, logType: 2, content: '', at }),
      model,
      // A name has no roll-up: the chart of a token's name is made from rows.
      token_name: 'tested',
      quota: BigInt(place + 1),
      channel_id: 1n,
    }
    await product.server.stores.db
      .insertInto('usage_log')
      .values(row as never)
      .execute()
  }
}

const letters = 'a b c d e f g h i j'.split(' ')
const day = {
  token_name: 'tested',
  step: 'day',
  start_timestamp: hour,
  end_timestamp: hour + 86_400,
} as const

describe('the series of a chart', () => {
  test('are the seven largest and all others as one; together they are the strip', async () => {
    const user = await product.user({ name: 'charted' })
    await addRows(user, letters)
    const query = { ...day, time_zone: 'Europe/Berlin' }
    const chart = await user.client.ownLogSeries({ query })
    // The day has 25 hours: begun at 22:00 UTC the day before.
    expect(chart.starts).toEqual([hour - 7_200, hour - 7_200 + 25 * 3_600])
    expect(chart.series.map(({ key }) => key)).toEqual(['j', 'i', 'h', 'g', 'f', 'e', 'd', ''])
    expect(chart.series[0]).toMatchObject({ name: 'j', total: { requests: 1, quota: 10 } })
    expect(chart.series.at(-1)?.total).toMatchObject({ requests: 3, quota: 6 })
    expect(chart.series.every(({ values }) => values.length === chart.starts.length)).toBe(true)
    const { token_name, start_timestamp, end_timestamp } = query
    const strip = await user.client.sumOwnLogs({
      query: { token_name, start_timestamp, end_timestamp },
    })
    expect(strip).toMatchObject(chart.total)
    expect(chart.total).toMatchObject({ requests: 10, quota: 55 })
  })

  test('of one’s own has nobody else’s rows, whatever is asked', async () => {
    const user = await product.user({ name: 'plain' })
    const response = await user.fetch('/api/log/self/series?username=charted&token_name=tested')
    expect(await response.json()).toMatchObject({ data: { series: [], total: { requests: 0 } } })
    for (const by of ['channel', 'user']) {
      const refused = await user.fetch(`/api/log/self/series?by=${by}`)
      expect(await refused.json()).toMatchObject({ code: 'request.invalid' })
    }
  })

  test('by channel and by user have names, for administrators', async () => {
    const byChannel = await root.client.logSeries({ query: { ...day, by: 'channel' } })
    expect(byChannel.series.map(({ key, name }) => [key, name])).toEqual([['1', 'Sandbox']])
    const byUser = await root.client.logSeries({ query: { ...day, by: 'user' } })
    expect(byUser.series.map(({ name }) => name)).toEqual(['charted'])
    const whole = await root.client.logSeries({ query: { ...day, by: 'none' } })
    expect(whole.series.map(({ key, total }) => [key, total.quota])).toEqual([['all', 55]])
  })

  test('more steps than a chart can show are refused', async () => {
    const query = { step: 'hour', start_timestamp: 1, end_timestamp: hour } as const
    const error: unknown = await root.client.logSeries({ query }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CallError)
    expect((error as CallError).code).toBe('series.too-long')
  })
})

test('real calls: the chart, the strip and the ledger tell the same', async () => {
  await using stand = await openStand()
  stand.upstream.onAny((asked) => asked.json(200, chatAnswer('hello', usageOf(10, 5))))
  const customer = await stand.customer()
  for (const model of ['mock/a', 'mock/b', 'mock/a']) {
    const response = await stand.ask(customer, {
      model,
      messages: [{ role: 'user', content: 'count me' }],
    })
    await response.text()
    await stand.books.charge(response.headers.get('x-request-id') ?? '')
  }
  const { client } = customer.browser
  const chart = await client.ownLogSeries({ query: { step: 'hour', time_zone: 'Asia/Kolkata' } })
  expect(chart.total.requests).toBe(3)
  expect(chart.total.quota).toBeGreaterThan(0)
  expect(chart.total.quota).toBe(await stand.books.charged(customer.id))
  expect(await client.sumOwnLogs({ query: {} })).toMatchObject(chart.total)
  expect(chart.series.map(({ key }) => key).toSorted()).toEqual(['mock/a', 'mock/b'])
})

test('what failed at a channel is a request, what was refused before one is not', async () => {
  await using stand = await openStand()
  stand.upstream.onAny((asked) => asked.json(200, chatAnswer('hello', usageOf(10, 5))))
  const customer = await stand.customer()
  await stand.root.client.createChannel({
    body: {
      type: 8,
      name: 'nobody there',
      group: ['default'],
      models: ['dead/model'],
      key: 'sk-dead-0123456789',
      base_url: 'http://127.0.0.1:1',
    },
  })
  await stand.root.client.createPrice({
    body: { model: 'dead/model', type: 'tokens', channel_type: 8, input: '1', output: '1' },
  })
  const messages = [{ role: 'user', content: 'count me' }]
  const ask = async (model: string) => {
    const response = await stand.ask(customer, { model, messages })
    await response.text()
    return { status: response.status, request: response.headers.get('x-request-id') ?? '' }
  }
  expect((await ask('mock/a')).status).toBe(200)
  expect((await ask('no/such')).status).toBe(404)
  const dead = await ask('dead/model')
  expect(dead.status).toBe(503)
  const { client } = customer.browser
  const wanted = { requests: 2, failures: 1, errors: 2 }
  await vi.waitFor(
    async () => expect(await client.sumOwnLogs({ query: {} })).toMatchObject(wanted),
    10_000,
  )
  // A filter that the roll-ups do not know is counted from rows.
  const alone = await client.sumOwnLogs({ query: { request_id: dead.request } })
  expect(alone).toMatchObject({ requests: 1, failures: 1, errors: 1 })
  const chart = await client.ownLogSeries({ query: { step: 'hour' } })
  expect(chart.total).toMatchObject(wanted)
})
