import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const channel = (name: string, more: object = {}) => ({
  type: 8,
  name,
  group: ['default'],
  models: ['m'],
  key: 'sk-canary-0123456789-one1',
  base_url: 'https://one.example',
  ...more,
})

describe('a copy of a channel', () => {
  test('is disabled, has the keys with their states and its secrets, and answers none', async () => {
    const key = 'sk-canary-0123456789-one1\nsk-canary-0123456789-two2'
    const made = await root.client.createChannel({
      body: channel('original', {
        key,
        tag: 'pool',
        weight: 3,
        proxy: 'http://user:canary-password@proxy.example:8080',
        model_headers: '{"authorization-extra":"canary-header"}',
      }),
    })
    const params = { id: String(made.id) }
    const [, second] = await root.client.listChannelKeys({ params })
    await root.client.changeChannelKey({
      params: { id: made.id },
      body: { key_id: second?.id ?? 0, status: 2 },
    })
    const copy = await root.client.copyChannel({ params: { id: made.id } })
    expect(copy).toMatchObject({ name: 'original copy', status: 2, tag: 'pool', weight: 3 })
    expect(copy.key_previews).toEqual(['…one1', '…two2'])
    expect(JSON.stringify(copy)).not.toContain('canary')
    const keys = await root.client.listChannelKeys({ params: { id: String(copy.id) } })
    expect(keys.map(({ status }) => status)).toEqual([1, 2])
    const again = await root.client.copyChannel({ params: { id: made.id } })
    expect(again.name).toBe('original copy 2')
    const stored = await product.server.stores.channels.all()
    const texts = stored
      .filter(({ row }) => [made.id, copy.id].includes(Number(row.id)))
      .map(({ row, keys: own }) => [row.proxy, row.model_headers, own.map(({ secret }) => secret)])
    expect(texts[1]).toEqual(texts[0])
  })

  test('of no channel is refused', async () => {
    const refused = root.client.copyChannel({ params: { id: 987_654 } })
    await expect(refused).rejects.toMatchObject({ code: 'channel.not-found' })
  })
})
