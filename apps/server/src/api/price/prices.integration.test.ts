import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CallError } from '@posthouse/contract/client'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let root: Awaited<ReturnType<Product['root']>>
let lists: Server
/** What the list server answers next. */
let list: { status: number; text: string } = { status: 200, text: '[]' }
let listUrl: string
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  lists = createServer((_request, response) => {
    response.writeHead(list.status, { 'content-type': 'application/json' }).end(list.text)
  })
  await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', resolve))
  listUrl = `http://127.0.0.1:${(lists.address() as AddressInfo).port}/prices.json`
})
afterAll(async () => {
  lists.close()
  await product.close()
})

const failure = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => new Error('it was not refused'),
    (refused: unknown) => refused,
  )
  if (!(error instanceof CallError)) throw error
  return error
}
const codeOf = async (call: Promise<unknown>): Promise<string> => (await failure(call)).code

const plain = (model: string, input = '1', output = '5') => ({
  model,
  type: 'tokens' as const,
  channel_type: 14,
  input,
  output,
})
const add = (model: string, input?: string, output?: string) =>
  root.client.createPrice({ body: plain(model, input, output) })

const find = async (model: string) =>
  (await root.client.listPrices({})).find((price) => price.model === model) ?? null

const serve = (json: unknown) => {
  list = { status: 200, text: JSON.stringify(json) }
  return root.client.fetchPrices({ body: { url: listUrl } })
}

describe('a plain price', () => {
  test('has cached input at the published ratio, unless it says otherwise', async () => {
    const made = await add('claude-plain')
    expect(made.lines.map(({ bucket, amount_micro }) => [bucket, amount_micro])).toEqual([
      ['input', '1000000'],
      ['output', '5000000'],
      ['cache_read', '100000'],
      ['cache_write_5m', '1250000'],
      ['cache_write_1h', '2000000'],
    ])
    const params = { model: 'claude-plain' }
    const none = { ...plain('claude-plain'), lines: [] }
    expect((await root.client.updatePrice({ params, body: none })).lines).toHaveLength(2)
  })

  test('is shown as it will be, with what a call costs each group', async () => {
    const { price, usage, groups } = await root.client.explainDraft({ body: plain('claude-draft') })
    expect(price.lines).toHaveLength(5)
    expect(usage).toEqual({ of: 'token', input: 10_000, cached: 8_000, output: 1_000 })
    // 2 000 at 1, 8 000 at 0.1, 1 000 at 5.
    expect(groups.find(({ symbol }) => symbol === 'default')).toMatchObject({ quota: 7_800 })
    expect(await find('claude-draft')).toBeNull()
  })
})

describe('a preview of prices', () => {
  test('is what a save writes, and changes nothing', async () => {
    const price = { ...plain('claude-seen', '1'), channel_type: 14 }
    await root.client.createPrice({ body: price })
    const stored = await find('claude-seen')
    const lines = stored?.lines ?? []
    const sheet = { prices: [{ was: 'claude-seen', price: { ...price, input: '2', lines } }] }
    const [followed] = await root.client.explainPriceChanges({ body: sheet })
    expect(followed?.before).toMatchObject({ input: '1', lines })
    expect(await find('claude-seen')).toEqual(stored)
    const kept = { prices: sheet.prices.map((one) => ({ ...one, lines_as_sent: true })) }
    const [asSent] = await root.client.explainPriceChanges({ body: kept })
    const cached = (of: typeof followed) =>
      of?.after?.lines.find(({ bucket }) => bucket === 'cache_read')?.amount_micro
    expect([cached(followed), cached(asSent)]).toEqual(['200000', '100000'])
    await root.client.savePrices({ body: sheet })
    expect((await find('claude-seen'))?.lines).toEqual(followed?.after?.lines)

    const change = { models: ['claude-seen'], change: { percent: '900' } }
    const [raised] = await root.client.explainPriceChanges({ body: change })
    expect(raised).toMatchObject({ before: { input: '2' }, after: { input: '20' } })
    await root.client.changePrices({ body: change })
    expect((await find('claude-seen'))?.input).toBe('20')
  })
})

describe('many prices', () => {
  test('are saved whole or not at all, under new names too', async () => {
    await add('sheet-a')
    await add('sheet-b')
    const clash = [
      { was: 'sheet-a', price: plain('sheet-a', '9') },
      { was: 'sheet-b', price: plain('sheet-a') },
    ]
    expect(await codeOf(root.client.savePrices({ body: { prices: clash } }))).toBe('price.exists')
    expect((await find('sheet-a'))?.input).toBe('1')
    const swap = [
      { was: 'sheet-a', price: plain('sheet-c', '2') },
      { was: 'sheet-b', price: plain('sheet-b', '3') },
    ]
    expect(await root.client.savePrices({ body: { prices: swap } })).toMatchObject({ changed: 3 })
    expect(await find('sheet-a')).toBeNull()
    expect((await find('sheet-c'))?.input).toBe('2')
    const gone = [{ was: 'sheet-a', price: plain('sheet-a') }]
    expect(await codeOf(root.client.savePrices({ body: { prices: gone } }))).toBe('price.not-found')
  })

  test('are changed by per cent, given to a supplier, locked and deleted; each is taken back', async () => {
    const models = ['bulk-a', 'bulk-b']
    for (const model of models) await add(model, '0.333333')
    const before = await Promise.all(models.map(find))
    const change = (body: object) => root.client.changePrices({ body: { models, change: body } })
    const raised = await change({ percent: '20' })
    expect(raised.changed).toBe(2)
    expect(await find('bulk-a')).toMatchObject({ input: '0.4', output: '6' })
    await root.client.undoPrices({ body: { batch: raised.batch ?? '' } })
    expect((await Promise.all(models.map(find))).map((price) => price?.lines)).toEqual(
      before.map((price) => price?.lines),
    )
    await change({ channel_type: 1 })
    expect(await find('bulk-b')).toMatchObject({ channel_type: 1 })
    await change({ locked: true })
    expect(await find('bulk-b')).toMatchObject({ locked: true })
    expect(await change({ locked: true })).toEqual({ changed: 0, batch: null })
    const deleted = await root.client.deletePrices({ body: { models } })
    expect(await find('bulk-a')).toBeNull()
    await add('bulk-a', '7')
    // What was made again since stays.
    expect(await root.client.undoPrices({ body: { batch: deleted.batch ?? '' } })).toMatchObject({
      changed: 1,
    })
    expect(await find('bulk-a')).toMatchObject({ input: '7' })
    expect(await find('bulk-b')).toMatchObject({ locked: true, channel_type: 1 })
  })

  test.each(['0', '-101', '10000', 'ten', '1.234', ''])('%j is no percentage', async (percent) => {
    const body = { models: ['claude-plain'], change: { percent } }
    const { fields } = await failure(root.client.changePrices({ body }))
    expect(Object.keys(fields)).toEqual(['change.percent'])
  })
})

describe('a list at an address', () => {
  test('is compared with the book, and changes nothing', async () => {
    await add('listed-same')
    await add('listed-raised')
    await add('listed-steep')
    const shown = await serve([
      plain('listed-same'),
      plain('listed-raised', '2'),
      plain('listed-steep', '6'),
      plain('listed-new'),
    ])
    const kinds = new Map(shown.differences.map((one) => [one.model, one]))
    expect(kinds.get('listed-same')).toMatchObject({ kind: 'same' })
    expect(kinds.get('listed-raised')).toMatchObject({
      kind: 'changed',
      factor: 2,
      suspicious: false,
    })
    expect(kinds.get('listed-steep')).toMatchObject({
      kind: 'changed',
      factor: 6,
      suspicious: true,
    })
    expect(kinds.get('listed-new')).toMatchObject({ kind: 'new', before: null })
    expect(kinds.get('claude-plain')).toMatchObject({ kind: 'gone', after: null })
    expect((await find('listed-raised'))?.input).toBe('1')
  })

  test('is taken over by adding, updating or overwriting; locked entries stay', async () => {
    const models = ['sync-own', 'sync-locked']
    for (const model of models) await add(model)
    await root.client.changePrices({ body: { models: ['sync-locked'], change: { locked: true } } })
    const { prices } = await serve([
      plain('sync-own', '2'),
      plain('sync-locked', '2'),
      plain('sync-new', '2'),
    ])
    const sync = (updateMode: 'add' | 'update' | 'overwrite') =>
      root.client.syncPrices({ query: { updateMode, source: listUrl }, body: prices })
    expect(await sync('add')).toMatchObject({ changed: 1, locked: 0 })
    expect(await find('sync-new')).toMatchObject({ origin: 'imported', input: '2' })
    expect(await find('sync-own')).toMatchObject({ origin: 'own', input: '1' })
    expect(await sync('update')).toMatchObject({ changed: 1, locked: 1 })
    expect(await find('sync-own')).toMatchObject({ origin: 'imported', input: '2' })
    const book = (await root.client.listPrices({})).length
    const overwritten = await sync('overwrite')
    const left = await root.client.listPrices({})
    expect(left.map(({ model }) => model).toSorted()).toEqual([
      'bulk-b',
      'sync-locked',
      'sync-new',
      'sync-own',
    ])
    expect(await find('sync-locked')).toMatchObject({ input: '1', locked: true })
    await root.client.undoPrices({ body: { batch: overwritten.batch ?? '' } })
    expect(await root.client.listPrices({})).toHaveLength(book)
  })

  test('the list of this version brings its sources', async () => {
    await root.client.deletePrices({ body: { models: ['o3'] } })
    const { prices, differences } = await root.client.fetchPrices({ body: { url: '' } })
    expect(differences.find(({ model }) => model === 'o3')).toMatchObject({ kind: 'new' })
    await root.client.syncPrices({ query: { updateMode: 'add' }, body: prices })
    expect(await find('o3')).toMatchObject({ origin: 'default' })
    const again = await root.client.fetchPrices({ body: { url: '' } })
    expect(again.differences.filter(({ kind }) => kind === 'new')).toEqual([])
  })

  test.each([
    ['no list', 200, '{"error":"no"}', 'price.list-format'],
    ['a page', 200, '<html></html>', 'price.list-format'],
    ['nothing', 200, '', 'price.list-format'],
    ['an error', 500, '[]', 'price.list-unreachable'],
  ])('%s is refused at its field', async (_what, status, text, code) => {
    list = { status, text }
    const error = await failure(root.client.fetchPrices({ body: { url: listUrl } }))
    expect([error.code, Object.keys(error.fields)]).toEqual([code, ['url']])
  })

  test('is fetched from no address that is not one', async () => {
    for (const url of ['ftp://127.0.0.1/', 'text', 'http://user:secret@127.0.0.1/']) {
      expect(await codeOf(root.client.fetchPrices({ body: { url } }))).toBe(
        'price.list-unreachable',
      )
    }
  })

  test('is not read behind the wall where private addresses are closed', async () => {
    const set = (value: string) =>
      root.client.setOption({ body: { key: 'PrivateBaseUrlsAllowed', value } })
    await set('false')
    list = { status: 200, text: JSON.stringify([plain('inside')]) }
    expect(await codeOf(root.client.fetchPrices({ body: { url: listUrl } }))).toBe(
      'price.list-unreachable',
    )
    await set('true')
  })
})

describe('what explains a price', () => {
  test('the winner, and those that lost', async () => {
    await add('explain-*')
    await add('explain-model-*')
    await add('explain-model-x')
    const of = (model: string) => root.client.explainPrice({ query: { model } })
    const exact = await of('explain-model-x')
    expect(exact.winner).toMatchObject({ fit: 'exact', price: { model: 'explain-model-x' } })
    expect(exact.losers.map(({ price, fit }) => [price.model, fit])).toEqual([
      ['explain-model-*', 'wildcard'],
      ['explain-*', 'wildcard'],
    ])
    expect((await of('explain-model-x-2026-01-02')).winner).toMatchObject({ fit: 'release' })
    expect((await of('explain-other')).winner).toMatchObject({ price: { model: 'explain-*' } })
    expect((await of('nobody-knows')).winner).toBeNull()
    await root.client.setOption({ body: { key: 'UnpricedModels', value: 'default' } })
    expect((await of('nobody-knows')).winner).toMatchObject({
      fit: 'default',
      price: { input: '30' },
    })
    await root.client.setOption({ body: { key: 'UnpricedModels', value: 'refuse' } })
  })

  test('a history with who, what and when', async () => {
    await add('history')
    await root.client.updatePrice({ params: { model: 'history' }, body: plain('history', '2') })
    await root.client.deletePrice({ params: { model: 'history' } })
    const changes = await root.client.listPriceChanges({ query: { model: 'history' } })
    expect(
      changes.map(({ cause, actor, before, after }) => [cause, actor, before?.input, after?.input]),
    ).toEqual([
      ['deleted', 'root', '2', undefined],
      ['typed', 'root', '1', '2'],
      ['typed', 'root', undefined, '1'],
    ])
    const revisions = changes.map(({ revision }) => revision)
    expect(revisions).toEqual(revisions.toSorted((a, b) => b - a))
  })

  test('models of channels without a price, with the published one', async () => {
    await root.client.deletePrices({ body: { models: ['gpt-4.1'] } })
    await root.client.createChannel({
      body: {
        type: 1,
        name: 'unpriced',
        key: 'sk-test',
        base_url: 'http://127.0.0.1:9',
        models: ['gpt-4.1', 'house-model'],
        group: ['default'],
      },
    })
    const rows = await root.client.listUnpriced({})
    expect(rows).toMatchObject([
      { model: 'gpt-4.1', channel_type: 1, published: { model: 'gpt-4.1', origin: 'default' } },
      { model: 'house-model', published: null, channels: [{ name: 'unpriced' }] },
    ])
  })
})

test('all of it is for administrators', async () => {
  const { client } = await product.user({ name: 'nosy' })
  const calls = [
    client.listUnpriced({}),
    client.explainPrice({ query: { model: 'o3' } }),
    client.listPriceChanges({ query: { model: 'o3' } }),
    client.fetchPrices({ body: { url: '' } }),
    client.undoPrices({ body: { batch: 'x' } }),
  ]
  expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'auth.role-too-low'))
})

describe('prices by kind', () => {
  const half = { bucket: 'call' as const, amount_micro: '20000000000' }
  const dalle = (lines: readonly object[], input = '20') => ({
    body: { ...plain('dall-e-kinds', input, '0'), type: 'times' as const, lines: lines as [] },
  })

  test('of a call are kept, shown and stored again unchanged', async () => {
    const kinds = [
      { ...half, amount_micro: '40000000000', attributes: { size: '1792x1024', quality: 'HD' } },
    ]
    const made = await root.client.createPrice(dalle(kinds))
    expect(made.lines).toMatchObject([
      { bucket: 'call', unit: 'call', amount_micro: '20000000000', dollars_per_million: '40000' },
      {
        unit: 'call',
        dollars_per_million: '80000',
        attributes: { quality: 'hd', size: '1792x1024' },
      },
    ])
    const { model, type, channel_type, input, output, lines } = made
    const body = { model, type, channel_type, input, output, lines }
    const again = await root.client.updatePrice({ params: { model }, body })
    expect(again.lines).toEqual(made.lines)
  })

  test('of characters and seconds stand beside tokens', async () => {
    const body = {
      ...plain('tts-kinds', '0', '0'),
      lines: [
        { bucket: 'character' as const, amount_micro: '7500000' },
        { bucket: 'second' as const, amount_micro: '50000000', attributes: { voice: 'ash' } },
      ],
    }
    expect((await root.client.createPrice({ body })).lines.slice(2)).toMatchObject([
      { bucket: 'character', unit: 'character', dollars_per_million: '15' },
      {
        bucket: 'second',
        unit: 'second',
        dollars_per_million: '100',
        attributes: { voice: 'ash' },
      },
    ])
  })

  test.each([
    ['lines.0.attributes', [{ ...half, attributes: { Size: '1' } }]],
    ['lines.0.attributes.size', [{ ...half, attributes: { size: '1 024' } }]],
    ['lines.0.attributes.size', [{ ...half, attributes: { size: 5 } }]],
    ['lines.0.attributes', [{ ...half, attributes: {} }]],
    ['lines.0.amount_micro', [{ ...half, amount_micro: '-1' }]],
    [
      'lines.1',
      [
        { ...half, attributes: { size: 's' } },
        { ...half, attributes: { size: 'S' } },
      ],
    ],
    [
      'lines.1',
      [
        { ...half, tier: 'flex' },
        { ...half, tier: 'ON_DEMAND_FLEX' },
      ],
    ],
    [
      'lines.1',
      [
        { ...half, attributes: { size: '1024x1024' } },
        { ...half, attributes: { size: '01024x1024' } },
      ],
    ],
    ['input', [{ ...half, attributes: { size: 's' } }], '0'],
    [
      'lines.1.amount_micro',
      [
        { ...half, attributes: { size: 's' } },
        { ...half, amount_micro: '0', from: 86_400 },
      ],
    ],
  ])('are refused at %s', async (field, lines, input?: string) => {
    const refused = await failure(
      root.client.updatePrice({ params: { model: 'dall-e-kinds' }, ...dalle(lines, input) }),
    )
    expect(Object.keys(refused.fields)).toEqual([field])
  })
})

describe('a file of prices', () => {
  const read = (text: string) =>
    root.client.fetchPrices({ body: { url: '', file: { name: 'prices.csv', text } } })

  test('comes back as it was exported', async () => {
    await root.client.createPrice({
      body: {
        ...plain('csv-picture', '20', '0'),
        type: 'times' as const,
        lines: [{ bucket: 'call', amount_micro: '40000000000', attributes: { quality: 'hd' } }],
      },
    })
    await root.client.createPrice({
      body: {
        ...plain('@csv/speech', '0', '0'),
        lines: [
          { bucket: 'character', amount_micro: '7500000' },
          { bucket: 'input', amount_micro: '3', from_input_tokens: 200_001, tier: 'flex' },
        ],
      },
    })
    const text = await root.client.exportPrices({ query: { time_zone: 'UTC' } })
    const [names = '', ...rows] = text.replace('\uFEFF', '').split(/\r?\n/)
    const at = names.split(',').indexOf('dollars_per_million_characters')
    const speech = rows.find((row) => row.includes('csv/speech'))
    expect(speech?.split(',')[at]).toBe('15')
    const { differences, skipped } = await read(text)
    expect(skipped).toBe(0)
    expect(differences.filter(({ kind }) => kind !== 'same')).toEqual([])
  })

  test('changes what was changed in it, kinds included', async () => {
    const text = await root.client.exportPrices({ query: { time_zone: 'UTC' } })
    const { prices, differences, source } = await read(
      text.replace('quality=hd 40000', 'quality=hd 60000'),
    )
    expect(differences.flatMap(({ kind, model }) => (kind === 'changed' ? [model] : []))).toEqual([
      'csv-picture',
    ])
    await root.client.syncPrices({ query: { updateMode: 'update', source }, body: prices })
    const stored = await find('csv-picture')
    expect(stored?.lines[1]).toMatchObject({
      dollars_per_million: '120000',
      attributes: { quality: 'hd' },
    })
    expect(stored?.source).toMatch(/^import: prices.csv/)
  })

  test.each(['', 'a,b\n1,2', '{"open": ', 'model,type,input,output\r\n'])(
    'that is none is refused: %j',
    async (text) => {
      const refused = await failure(read(text))
      expect(refused.code).toBe('price.list-format')
      expect(Object.keys(refused.fields)).toEqual(['file'])
    },
  )
})
