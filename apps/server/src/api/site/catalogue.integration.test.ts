import { openStand, type Stand } from '@posthouse/testkit/stand'
import type { Browser } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stand: Stand
let member: Browser
let guest: Browser
beforeAll(async () => {
  stand = await openStand()
  const { client } = stand.root
  const group = { api_rate: 0, public: false }
  await client.createUserGroup({ body: { symbol: 'half', name: 'Half', ratio: '0.5', ...group } })
  await client.createUserGroup({ body: { symbol: 'closed', name: 'Closed', ratio: '2', ...group } })
  const channel = { type: 8, key: 'sk-shop-0123456789', base_url: `${stand.upstream.url}/shop` }
  await client.createChannel({
    body: {
      ...channel,
      name: 'open',
      group: ['default', 'half'],
      models: ['gpt-5', 'shop-unpriced', 'shop-any*', 'shop-picture'],
    },
  })
  await client.createChannel({
    body: { ...channel, name: 'shut', group: ['closed'], models: ['shop-secret'] },
  })
  const body = {
    type: 'tokens' as const,
    channel_type: 8,
    input: '1.5',
    output: '4',
    lines: [{ bucket: 'cache_read' as const, amount_micro: '150000' }],
  }
  await client.updatePrice({ params: { model: 'gpt-5' }, body: { ...body, model: 'gpt-5' } })
  await client.createPrice({ body: { ...body, model: 'shop-secret' } })
  await client.createPrice({
    body: { model: 'shop-picture', type: 'times', channel_type: 8, input: '20', output: '0' },
  })
  await stand.set('UnpricedModels', 'refuse')
  member = await stand.product.user({ name: 'member', group: 'half' })
  guest = await stand.product.user({ name: 'guest', group: 'closed' })
})
afterAll(() => stand[Symbol.asyncDispose]())

const catalogueOf = async ({ client }: Pick<Browser, 'client'>) => {
  const models = await client.listCatalogue({})
  return new Map(models.map((model) => [model.name, model]))
}

test('a visitor sees the priced models of public groups, at the ratio of the public group', async () => {
  const models = await catalogueOf(stand.product.browser())
  expect([...models.keys()]).toEqual(['gpt-5', 'shop-picture'])
  expect(models.get('gpt-5')).toMatchObject({
    group: { symbol: 'default', ratio: '1' },
    groups: [{ symbol: 'default' }],
    input: '3',
    output_price: '8',
    call: null,
    available: true,
    varies: false,
  })
})

test('a user sees prices at the ratio of the own group, every meter and what the model does', async () => {
  const models = await catalogueOf(member)
  expect(models.get('gpt-5')).toMatchObject({
    group: { symbol: 'half', name: 'Half', ratio: '0.5' },
    groups: [{ symbol: 'default' }, { symbol: 'half' }],
    input: '1.5',
    output_price: '4',
  })
  expect(models.get('gpt-5')?.capabilities).toEqual(
    expect.arrayContaining(['chat', 'vision', 'reasoning']),
  )
  expect(models.get('gpt-5')?.lines).toContainEqual({
    bucket: 'cache_read',
    unit: 'token',
    dollars: '0.15',
  })
  // 20 × 1 000 units a call are $0.04.
  expect(models.get('shop-picture')).toMatchObject({ call: '0.02', input: null })
})

test('models of a closed group are seen by its members alone, who see no others', async () => {
  expect([...(await catalogueOf(member)).keys()]).not.toContain('shop-secret')
  const models = await catalogueOf(guest)
  expect([...models.keys()]).toEqual(['shop-secret'])
  expect(models.get('shop-secret')).toMatchObject({
    group: { symbol: 'closed', ratio: '2' },
    input: '6',
  })
})

test('a model that nothing serves is in no catalogue', async () => {
  const { data } = await stand.root.client.listChannels({ query: { size: 100 } })
  const id = data.find(({ name }) => name === 'open')?.id ?? 0
  await stand.root.client.changeChannels({
    body: { select: { ids: [id] }, change: { status: 2 } },
  })
  expect([...(await catalogueOf(stand.product.browser())).keys()]).toEqual([])
})
