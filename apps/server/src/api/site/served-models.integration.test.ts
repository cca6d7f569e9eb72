import { openStand, type Stand } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stand: Stand
beforeAll(async () => {
  stand = await openStand()
})
afterAll(() => stand[Symbol.asyncDispose]())

const served = async () => {
  const response = await fetch(`${stand.product.address}/api/available_model`)
  return ((await response.json()) as { data: Record<string, Record<string, unknown>> }).data
}

test('a visitor reads what can be called, what it does and what it costs', async () => {
  const before = Object.keys(await served())
  await stand.root.client.createChannel({
    body: {
      type: 8,
      name: 'shop',
      group: ['default'],
      models: ['shop-chat', 'shop-embedding', 'shop-without-price', 'shop-any*'],
      key: 'sk-shop-0123456789',
      base_url: `${stand.upstream.url}/shop`,
    },
  })
  for (const model of ['shop-chat', 'shop-embedding']) {
    await stand.root.client.createPrice({
      body: { model, type: 'tokens', channel_type: 8, input: '1.5', output: '4' },
    })
  }
  const models = await served()
  expect(Object.keys(models).filter((name) => !before.includes(name))).toEqual([
    'shop-chat',
    'shop-embedding',
  ])
  expect(models['shop-chat']).toMatchObject({
    groups: ['default'],
    operation: 'chat',
    price: { type: 'tokens', input: '1.5', output: '4' },
  })
  expect(models['shop-embedding']).toMatchObject({
    operation: 'embed',
    output_modalities: ['vector'],
  })
  expect(Object.keys(models).filter((name) => name.startsWith('sandbox/'))).toEqual([])
})
