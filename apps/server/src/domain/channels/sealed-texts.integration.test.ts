import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'

let product: Product
let root: Browser
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const texts = {
  proxy: 'http://user:canary-proxy@127.0.0.1:9',
  model_headers: '{"x-tenant":"canary-header"}',
  custom_parameter: '{"api_key":"canary-parameter"}',
  plugin: '{"secret":"canary-plugin"}',
}

const make = (name: string, more: object = {}) =>
  root.client.createChannel({
    body: {
      type: 8,
      name,
      group: ['default'],
      models: ['m'],
      key: 'sk-0123456789',
      base_url: 'http://127.0.0.1:1',
      ...texts,
      ...more,
    },
  })

const stored = (id: number) =>
  product.server.stores.db
    .selectFrom('channels')
    .select(['proxy', 'model_headers', 'custom_parameter', 'plugin'])
    .where('id', '=', BigInt(id))
    .executeTakeFirstOrThrow()

const storedAs = async (id: number) =>
  (await product.server.stores.channels.all()).find(({ row }) => row.id === BigInt(id))

const read = async (id: number) => {
  const found = await storedAs(id)
  const { proxy, model_headers, custom_parameter, plugin } = found?.row ?? expect.fail('is gone')
  return { proxy, model_headers, custom_parameter, plugin }
}

test('what may be secret beside the keys lies sealed, and is opened for its own row alone', async () => {
  const { id } = await make('sealed', { plugin: '' })
  const row = await stored(id)
  expect(JSON.stringify(row)).not.toContain('canary')
  expect(row).toMatchObject({ proxy: expect.stringMatching(/^v1:/), plugin: '' })
  expect(await read(id)).toEqual({ ...texts, plugin: '' })
  await root.client.updateChannel({ body: { id, model_headers: '{"x-tenant":"canary-second"}' } })
  expect((await stored(id)).model_headers).toMatch(/^v1:/)
  expect((await read(id)).model_headers).toBe('{"x-tenant":"canary-second"}')
  const other = await make('elsewhere')
  await product.server.stores.db
    .updateTable('channels')
    .set({ proxy: row.proxy })
    .where('id', '=', BigInt(other.id))
    .execute()
  // In no other row: without it the channel does not serve.
  expect((await storedAs(other.id))?.row).toMatchObject({ proxy: '', status: 3n })
  await product.server.stores.db
    .updateTable('channels')
    .set({ proxy: '' })
    .where('id', '=', BigInt(other.id))
    .execute()
})
