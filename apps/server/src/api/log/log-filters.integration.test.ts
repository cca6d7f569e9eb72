import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stand: Stand
/** Ids of calls, by what became of them. */
const calls: Record<string, string> = {}

beforeAll(async () => {
  stand = await openStand()
  stand.upstream.onAny((asked) =>
    JSON.stringify(asked.body).includes('dear')
      ? asked.json(200, chatAnswer('hello', usageOf(50_000, 20_000)))
      : JSON.stringify(asked.body).includes('broken')
        ? asked.json(400, { error: { message: 'no', type: 'invalid_request_error' } })
        : asked.json(200, chatAnswer('hello', usageOf(10, 5))),
  )
  const customer = await stand.customer()
  for (const [name, model, words] of [
    ['plain', 'mock/a_1', 'hi'],
    ['other', 'mock/aX1', 'hi'],
    ['dear', 'mock/b', 'dear'],
    ['failed', 'mock/b', 'broken'],
    ['refused', 'nobody/has', 'hi'],
  ] as const) {
    const answer = await stand.ask(customer, chatOf(model, words))
    await answer.text()
    calls[name] = answer.headers.get('x-request-id') ?? ''
    await stand.books.charge(calls[name])
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

type Query = Parameters<Stand['root']['client']['listLogs']>[0]['query']

test.each<[string, Query, string[]]>([
  ['a prefix, in which _ is no wildcard', { model_name: 'mock/a_*' }, ['plain']],
  ['a shorter prefix', { model_name: 'mock/a*' }, ['plain', 'other']],
  ['a prefix in other letters', { model_name: 'MOCK/*' }, []],
  ['success', { result: 'succeeded' }, ['plain', 'other', 'dear']],
  ['failure', { result: 'failed' }, ['failed']],
  ['refusal', { result: 'refused' }, ['refused']],
  ['the code of an error', { error_code: 'model.unknown' }, ['refused']],
  ['the least cost', { min_quota: 1_000 }, ['dear']],
  ['the least duration', { min_seconds: 3_600 }, []],
  ['two at once', { model_name: 'mock/*', result: 'failed' }, ['failed']],
])('rows, sums, chart and file follow %s', async (_, query, names) => {
  const { client } = stand.root
  const { data, total_count: total } = await client.listLogs({ query: { ...query, size: 100 } })
  const found = data.filter(({ type }) => type === 2 || type === 5)
  const wanted = names.map((name) => calls[name])
  expect(new Set(found.map((row) => row.request_id))).toEqual(new Set(wanted))
  expect(total).toBe(data.length)

  const sums = await client.sumLogs({ query })
  const quota = found.reduce((sum, row) => sum + row.quota, 0)
  expect(sums).toMatchObject({ quota, written_off: 0 })
  expect(sums.errors).toBe(found.filter(({ type }) => type === 5).length)
  const series = await client.logSeries({ query: { ...query, by: 'none' } })
  expect(series.total).toMatchObject({ quota, errors: sums.errors, requests: sums.requests })

  const file = await client.exportLogs({ query })
  for (const name of Object.keys(calls)) {
    expect(file.includes(calls[name] ?? '')).toBe(names.includes(name))
  }
})
