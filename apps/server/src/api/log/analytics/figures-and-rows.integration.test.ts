import type { LogRow } from '@posthouse/contract/log'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { type Customer, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/* Whoever follows a figure to its rows finds the rows that it is the sum of, whatever was called. */

let stand: Stand
let customers: readonly Customer[]

/** The same numbers for the same seed: Park and Miller's generator. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const models = ['mock/one', 'mock/two', 'mock/sometimes', 'mock/never', 'unknown/model'] as const
const calls = 60

beforeAll(async () => {
  stand = await openStand()
  const random = randomFrom(20_261_126)
  for (const model of ['mock/one', 'mock/two'] as const) {
    stand.upstream.on(model, (call) =>
      call.json(200, chatAnswer('hello', usageOf(1 + random(900), 1 + random(300)))),
    )
  }
  let asked = 0
  stand.upstream.on('mock/sometimes', (call) => {
    asked += 1
    if (asked % 3 === 0) call.json(200, chatAnswer('at last', usageOf(40, 7)))
    else call.json(500, { error: { message: 'broken' } })
  })
  stand.upstream.on('mock/never', (call) => call.json(400, { error: { message: 'no' } }))
  customers = [
    await stand.customer(),
    await stand.customer(),
    await stand.customer({ group: 'vip' }),
  ]
  for (let made = 0; made < calls; made++) {
    const customer = customers[random(customers.length)] as Customer
    const model = models[random(models.length)]
    await stand.ask(customer, { model, messages: [{ role: 'user', content: `no. ${made}` }] })
  }
  const [charged] = (await rowsOf({ log_type: 2 })).filter(({ quota }) => quota > 0)
  await stand.root.client.refundCharge({
    params: { id: charged?.request_id ?? '' },
    body: { reason: 'a courtesy' },
  })
  // Refusals are written a little after their answers.
  for (;;) {
    const rows = await rowsOf({})
    if (rows.filter(({ type }) => type === 2 || type === 5).length === calls) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}, 60_000)
afterAll(() => stand[Symbol.asyncDispose]())

type Filter = Readonly<Record<string, string | number>>

/** Every row that the log shows for a filter, page by page. */
async function rowsOf(filter: Filter, whose?: Customer): Promise<LogRow[]> {
  const rows: LogRow[] = []
  for (let page = 1; ; page++) {
    const query = { ...filter, page, size: 50 }
    const answer =
      whose === undefined
        ? await stand.root.client.listLogs({ query })
        : await whose.browser.client.listOwnLogs({ query })
    rows.push(...answer.data)
    if (!answer.more) return rows
  }
}

const sum = (rows: readonly LogRow[], of: (row: LogRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

const counted = (type: number) => type === 2 || type === 5 || type === 6

/** What a chart says of rows, but for what only administrators see in them. */
function figuresOf(rows: readonly LogRow[]) {
  const own = rows.filter(({ type }) => counted(type))
  return {
    quota: sum(own, ({ quota }) => quota),
    errors: own.filter(({ type }) => type === 5).length,
    prompt_tokens: sum(own, (row) => row.prompt_tokens),
    completion_tokens: sum(own, (row) => row.completion_tokens),
  }
}

const reached = (rows: readonly LogRow[]): number =>
  rows.filter(({ type, channel }) => type === 2 || (type === 5 && channel != null)).length

/** The filter that the console's link from a series has. */
const linkOf = {
  model: ({ key }: { key: string }): Filter => ({ model_name: key }),
  channel: ({ key }: { key: string }): Filter => ({ channel_id: key }),
  token: ({ name }: { name: string }): Filter => ({ token_name: name }),
  user: ({ name }: { name: string }): Filter => ({ username: name }),
  supplier: ({ key }: { key: string }): Filter => ({ channel_type: key }),
  group: ({ key }: { key: string }): Filter => ({ user_group: key }),
} as const

describe('every figure is the sum of the rows behind its link', () => {
  test.each(['model', 'channel', 'token', 'user', 'supplier', 'group'] as const)(
    'of an administrator’s chart by %s',
    async (by) => {
      const { series, total } = await stand.root.client.logSeries({ query: { by } })
      const linked = series.filter(({ key }) => !['', '0', '—'].includes(key))
      expect(linked.length).toBeGreaterThan(by === 'supplier' ? 0 : 1)
      for (const one of linked) {
        const rows = await rowsOf(linkOf[by]({ key: one.key, name: one.name }))
        expect(one.total).toMatchObject({ ...figuresOf(rows), requests: reached(rows) })
      }
      const all = await rowsOf({})
      expect(total).toMatchObject({ ...figuresOf(all), requests: reached(all) })
    },
  )

  test('of a customer’s own chart, with nobody else’s rows', async () => {
    for (const customer of customers) {
      for (const by of ['model', 'token'] as const) {
        const { series, total } = await customer.browser.client.ownLogSeries({ query: { by } })
        for (const one of series.filter(({ key }) => !['', '0', '—'].includes(key))) {
          const rows = await rowsOf(linkOf[by]({ key: one.key, name: one.name }), customer)
          expect(one.total).toMatchObject(figuresOf(rows))
        }
        expect(total).toMatchObject(figuresOf(await rowsOf({}, customer)))
      }
    }
  })

  test('of what earned most, and of revenue by channel', async () => {
    const period = await stand.root.client.listPeriodFigures({ query: {} })
    expect(period.top_users.length).toBeGreaterThan(1)
    for (const { name, quota, requests, tokens } of period.top_users) {
      const rows = await rowsOf({ username: name })
      const figures = figuresOf(rows)
      expect({ quota, requests, tokens }).toEqual({
        quota: figures.quota,
        requests: reached(rows),
        tokens: figures.prompt_tokens + figures.completion_tokens,
      })
    }
    for (const { key, quota, requests } of period.top_models) {
      const rows = await rowsOf({ model_name: key })
      expect({ quota, requests }).toEqual({
        quota: figuresOf(rows).quota,
        requests: reached(rows),
      })
    }
    for (const { key, total } of period.margins) {
      expect(total.revenue).toBe(figuresOf(await rowsOf({ channel_id: key })).quota)
    }
  })

  test('of an administrator’s day', async () => {
    const sums = await stand.root.client.sumLogs({ query: {} })
    const all = await rowsOf({})
    expect(sums).toMatchObject({ ...figuresOf(all), requests: reached(all) })
    const errors = await rowsOf({ log_type: 5 })
    expect(errors).toHaveLength(sums.errors)
    const today = await stand.root.client.getStationToday({ query: {} })
    const callers = new Set(
      all.filter(({ type }) => type === 2 || type === 5).map(({ username }) => username),
    )
    expect(today.active_users).toBe(callers.size)
  })
})
