import { type Customer, chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { refreshPrices } from '../../commands/refresh-prices.ts'
import { systemClock } from '../../lib/clock.ts'

/* Prices that change on a day: what calls around midnight cost, and how the dates get into a price book. */

let stand: Stand
let customer: Customer
beforeAll(async () => {
  stand = await openStand()
  customer = await stand.customer({ balance: 900_000_000 })
})
afterAll(() => stand[Symbol.asyncDispose]())
afterEach(() => void vi.restoreAllMocks())

const dayMs = 86_400_000
/** The next midnight in UTC. */
const midnight = Math.ceil((Date.now() + 120_000) / dayMs) * dayMs
const from = midnight / 1_000

/** Turns the server's clock to a moment from which it goes on. */
function turnClock(moment: number): void {
  const ahead = moment - Date.now()
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + ahead)
}

const body = {
  model: 'mock/dated',
  type: 'tokens' as const,
  channel_type: 8,
  input: '1',
  output: '3',
  lines: [
    { bucket: 'input' as const, amount_micro: '10000000', from },
    { bucket: 'output' as const, amount_micro: '30000000', from },
  ],
}

const frame = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', ...fields })}\n\n`
const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
const choice = { index: 0, delta: { content: 'hello' }, finish_reason: null }

const lastCall = async () => {
  const { data } = await customer.browser.client.listOwnLogs({ query: { model_name: body.model } })
  const [row] = data
  if (row === undefined) throw new Error('it was not charged')
  return customer.browser.client.explainCharge({ params: { id: String(row.id) } })
}

describe('a call around the midnight on which a price changes', () => {
  test('costs what it did when it began, and the next one the new price', async () => {
    await stand.root.client.createPrice({ body })
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
    stand.upstream.on(body.model, async (call) => {
      call.stream()
      await call.write(frame({ choices: [choice] }))
      reach()
      await held
      await call.write(frame({ choices: [{ ...choice, delta: {}, finish_reason: 'stop' }], usage }))
      await call.write('data: [DONE]\n\n')
      call.end()
    })
    turnClock(midnight - 60_000)
    const asked = { stream: true, stream_options: { include_usage: true }, max_tokens: 1_000 }
    const streamed = stand.ask(customer, chatOf(body.model, 'hi', asked))
    await reached
    turnClock(midnight + 1_000)
    letGo()
    await (await streamed).text()
    await vi.waitFor(async () => expect((await lastCall()).quota).toBe(130))
    const before = await lastCall()
    expect(before.recomputed).toBe(130)
    expect(before.lines.every((line) => line.from === undefined)).toBe(true)

    await (await stand.ask(customer, chatOf(body.model, 'hi', asked))).text()
    await vi.waitFor(async () => expect((await lastCall()).quota).toBe(1_300))
    const after = await lastCall()
    expect(after.recomputed).toBe(1_300)
    expect(after.lines.map((line) => line.from)).toEqual([from, from])
    const heldFor = (charge: typeof after) =>
      charge.steps.find(({ kind }) => kind === 'hold')?.quota
    expect(heldFor(after)).toBe(10 * (heldFor(before) ?? 0))
  })

  test('is shown before it comes, and is the price of the list after', async () => {
    turnClock(midnight - 60_000)
    const listed = async () =>
      (await stand.root.client.listPrices({})).find(({ model }) => model === body.model)
    const lines = [
      { bucket: 'input', amount_micro: '10000000', from },
      { bucket: 'output', amount_micro: '30000000', from },
    ]
    expect(await listed()).toMatchObject({ input: '1', output: '3' })
    expect((await listed())?.lines.slice(2)).toMatchObject(lines)
    const channel = {
      type: 8,
      name: 'catalogued',
      group: ['default'],
      key: 'k',
      models: [body.model],
    }
    await stand.root.client.createChannel({ body: { ...channel, base_url: stand.upstream.url } })
    const catalogued = async () =>
      (await stand.root.client.listCatalogue({})).find(({ name }) => name === body.model)
    expect(await catalogued()).toMatchObject({
      input: '2',
      output_price: '6',
      lines: [{ bucket: 'input' }, { bucket: 'output' }],
      coming: [
        {
          from,
          lines: [
            { bucket: 'input', dollars: '20' },
            { bucket: 'output', dollars: '60' },
          ],
        },
      ],
    })
    turnClock(midnight + 1_000)
    expect(await listed()).toMatchObject({ input: '10', output: '30' })
    expect((await listed())?.lines).toHaveLength(2)
    expect(await catalogued()).toMatchObject({ input: '20', output_price: '60', coming: [] })
  })
})

describe('dates of lines', () => {
  const line = { bucket: 'cache_read' as const, amount_micro: '1' }
  const wanted = (lines: readonly object[]) => ({
    ...body,
    model: 'dated-input',
    lines: lines as typeof body.lines,
  })
  const refused = async (lines: readonly object[]) => {
    const response = await stand.root.fetch('/api/prices/single', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-posthouse': 'console' },
      body: JSON.stringify(wanted(lines)),
    })
    return JSON.stringify(await response.json())
  }

  test.each([
    ['lines.0.until', [{ ...line, from, until: from }]],
    ['lines.0.from', [{ ...line, from: from + 1 }]],
    [
      'lines.1.from',
      [
        { ...line, from },
        { ...line, amount_micro: '2', from, until: from + 86_400 },
      ],
    ],
    ['lines.0.from', [{ ...line, bucket: 'input', until: from }]],
  ])('are refused at their field: %s', async (field, lines) => {
    expect(await refused(lines)).toContain(`"${field}"`)
  })

  test('come back from the file of the book as they were', async () => {
    const lines = [
      { ...line, until: from },
      { ...line, amount_micro: '2', from },
    ]
    await stand.root.client.createPrice({ body: wanted(lines) })
    const file = await (await stand.root.fetch('/api/prices/export?time_zone=UTC')).text()
    const fetched = await stand.root.client.fetchPrices({
      body: { url: '', file: { name: 'book.csv', text: file } },
    })
    const same = fetched.differences.find(({ model }) => model === 'dated-input')
    expect(same).toMatchObject({ kind: 'same' })
    expect(fetched.prices.find(({ model }) => model === 'dated-input')).toMatchObject({
      lines: [{ bucket: 'input' }, { bucket: 'output' }, ...lines],
    })
  })
})

test('a refresh brings the dates into rows from before, and leaves typed and locked ones', async () => {
  const { db, prices } = stand.product.server.stores
  const models = ['gemini-3.6-flash', 'gemini-3.7-flash', 'gemini-3.8-flash'] as const
  const [ours, typed, locked] = models
  for (const model of models) {
    const row = await prices.find(model)
    const lines: { from?: number }[] = JSON.parse(row?.lines ?? '[]')
    await db
      .updateTable('prices')
      .set({
        lines: JSON.stringify(lines.filter((each) => each.from === undefined)),
        source: model === typed ? '' : 'https://ai.google.dev (2026-11-21, until 2026-12-31)',
        locked: model === locked ? 1n : 0n,
      })
      .where('model', '=', model)
      .execute()
  }
  const parts = { db, prices, clock: systemClock }
  expect(await refreshPrices(parts, { apply: false })).toContainEqual(
    expect.stringContaining(`~ ${ours}`),
  )
  await refreshPrices(parts, { apply: true })
  const dated = async (model: string) =>
    (await prices.find(model))?.lines.includes('"from":1798761600')
  expect([await dated(ours), await dated(typed), await dated(locked)]).toEqual([true, false, false])
})
