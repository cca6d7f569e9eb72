import { priceSteps } from '@posthouse/contract/price-steps'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/* A file of prices that is read, compared and taken over, and the preview of a save. */

let product: Product
let root: Awaited<ReturnType<Product['root']>>
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const daySeconds = 86_400
const today = Math.floor(Date.now() / 1_000 / daySeconds) * daySeconds
const later = today + 400 * daySeconds
const dayOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10)

const plain = (model: string, lines: readonly object[] = [], input = '1') => ({
  model,
  type: 'tokens' as const,
  channel_type: 8,
  input,
  output: '1',
  lines: lines as [],
})
const exported = () => root.client.exportPrices({ query: { time_zone: 'UTC' } })
const read = (text: string) =>
  root.client.fetchPrices({ body: { url: '', file: { name: 'p.csv', text } } })
type Fetched = Awaited<ReturnType<typeof read>>
const sync = ({ prices, source }: Fetched, updateMode: 'update' | 'overwrite') =>
  root.client.syncPrices({ query: { updateMode, source }, body: prices })
const origins = async () =>
  new Map((await root.client.listPrices({})).map(({ model, origin }) => [model, origin]))

describe('a price with dates', () => {
  beforeEach(async () => {
    await root.client.deletePrices({ body: { models: ['steep'] } })
    await root.client.createPrice({ body: plain('steep') })
  })
  const line = (amount_micro: string, from: number) => ({ bucket: 'input', amount_micro, from })

  test.each([
    ['from yesterday', line('500000000', today - daySeconds), undefined],
    ['free from today', line('0', today), undefined],
    ['from a coming day', line('500000000', later), later],
  ])('is previewed with the day on which it is steep: %s', async (_when, dated, day) => {
    const body = { prices: [{ was: 'steep', price: plain('steep', [dated]) }] }
    const [previewed] = await root.client.explainPriceChanges({ body })
    const { before, after } = previewed ?? {}
    if (!before || !after) throw new Error('it was not previewed')
    const steps = priceSteps(before, after, Math.floor(Date.now() / 1_000))
    expect(steps).toMatchObject([{ bucket: 'input', before: '1000000', steep: true }])
    expect(steps[0]?.day).toBe(day)
  })

  test.each([
    ['in force', 'input 2020-01-01.. 600'],
    ['to come', `input ${dayOf(later)}.. 600`],
  ])('of a file is suspicious where it is steep: %s', async (_when, lines) => {
    const file = `model,type,supplier,input,output,lines\nsteep,tokens,8,1,1,${lines}`
    const [difference] = (await read(file)).differences.filter(({ model }) => model === 'steep')
    expect(difference).toMatchObject({ kind: 'changed', factor: 600, suspicious: true })
  })
})

describe('the file of the own book', () => {
  test('changes nothing but what was changed in it, and the rest keeps its source', async () => {
    await root.client.createPrice({ body: plain('own-file') })
    const text = (await exported()).replace(/^(own-file,tokens,[^,]*),1,/m, '$1,2,')
    const fetched = await read(text)
    const changed = fetched.differences.filter(({ kind }) => kind !== 'same')
    expect(changed.map(({ model, kind }) => [model, kind])).toEqual([['own-file', 'changed']])
    for (const mode of ['update', 'overwrite'] as const) {
      const before = await origins()
      const synced = await sync(fetched, mode)
      expect(synced.changed).toBe(1)
      expect(await origins()).toEqual(before.set('own-file', 'imported'))
      await root.client.undoPrices({ body: { batch: synced.batch ?? '' } })
    }
    expect((await origins()).get('own-file')).toBe('own')
  })

  test('a row that cannot be read is named, and overwriting keeps its entry', async () => {
    await root.client.createPrice({ body: plain('kept') })
    await root.client.createPrice({ body: plain('twice') })
    const text = await exported()
    const broken = text.replace(/^(kept,tokens,[^,]*),1,/m, '$1,one,')
    const row = /^twice,.*$/m.exec(text)?.[0] ?? ''
    const fetched = await read(`${broken.trimEnd()}\r\n${row.replace(',1,', ',9,')}\r\n`)
    expect(fetched.skipped).toBe(3)
    expect(fetched.prices.filter(({ type }) => type === 'skipped')).toEqual([
      { model: 'kept', type: 'skipped' },
      { model: 'twice', type: 'skipped' },
    ])
    expect(fetched.differences.filter(({ kind }) => kind !== 'same')).toEqual([])
    const before = await root.client.listPrices({})
    expect(await sync(fetched, 'overwrite')).toEqual({ changed: 0, batch: null, locked: 0 })
    expect(await root.client.listPrices({})).toEqual(before)
  })

  test.each([
    ['a call', 'times', '1000000', '0', ''],
    ['a call at most', 'times', '999999999.999999', '0', ''],
    ['a cache write at twice the input', 'tokens', '999999999.999999', '1', ''],
  ])('has the greatest multipliers: of %s', async (_what, type, input, output) => {
    const model = 'claude-greatest'
    const file = `model,type,supplier,input,output\n${model},${type},14,${input},${output}`
    const fetched = await read(file)
    expect(fetched.skipped).toBe(0)
    await sync(fetched, 'update')
    await root.client.deletePrices({ body: { models: [model] } })
    await root.client.syncPrices({ query: { updateMode: 'add' }, body: fetched.prices })
    const again = await read(await exported())
    expect(again.differences.find((one) => one.model === model)).toMatchObject({ kind: 'same' })
    await root.client.deletePrices({ body: { models: [model] } })
  })
})

test('an entry that is saved as it was keeps its source', async () => {
  const [shipped] = (await root.client.listPrices({})).filter(({ model }) => model === 'o3')
  if (shipped === undefined) throw new Error('it is not shipped')
  const { model, type, channel_type, input, output, lines } = shipped
  const price = { model, type, channel_type, input, output, lines, locked: true }
  await root.client.savePrices({ body: { prices: [{ was: model, price }] } })
  const saved = async () => (await root.client.listPrices({})).find((one) => one.model === model)
  expect(await saved()).toMatchObject({ locked: true, origin: 'default' })
  const dearer = { ...price, input: `${Number(input) + 1}` }
  await root.client.savePrices({ body: { prices: [{ was: model, price: dearer }] } })
  expect(await saved()).toMatchObject({ origin: 'own' })
})

test('a change by per cent leaves a free price and its source as they were', async () => {
  const free = { ...plain('free', [], '0'), output: '0' }
  await root.client.syncPrices({ query: { updateMode: 'add', source: 'p.csv' }, body: [free] })
  const body = { models: ['free'], change: { percent: '20' } }
  expect(await root.client.changePrices({ body })).toEqual({ changed: 0, batch: null })
  expect((await origins()).get('free')).toBe('imported')
})
