import { CallError } from '@posthouse/contract/client'
import { type Browser, openProduct, type Product, rootPassword } from '@posthouse/testkit/product'
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

const found = async (query: object) =>
  (await root.client.listChannels({ query: { order: 'id', size: 100, ...query } })).data

const namesOf = async (query: object) => (await found(query)).map(({ name }) => name)

const refusal = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.fail('was not refused'),
    (error: unknown) => (error instanceof CallError ? error : expect.fail(String(error))),
  )

const all = (tag: string, expected: number) => ({ filter: { tag }, expected })

const texts = async (tag: string) =>
  (await product.server.stores.channels.all())
    .filter(({ row }) => row.tag === tag)
    .map(({ row }) => [row.proxy, row.model_headers, row.custom_parameter])

describe('one channel per key', () => {
  test('keys and base URLs are paired; missing lines use the first', async () => {
    const made = await root.client.createChannels({
      body: channel('many', {
        key: 'sk-canary-a1\nsk-canary-b2\nsk-canary-c3',
        more_base_urls: 'https://two.example/\n\n',
      }),
    })
    expect(made).toEqual({ created: 3 })
    const rows = await found({ name: 'many' })
    expect(rows.map(({ name, base_url, key_count }) => [name, base_url, key_count])).toEqual([
      ['many', 'https://one.example', 1],
      ['many_2', 'https://two.example', 1],
      ['many_3', 'https://one.example', 1],
    ])
  })

  test.each([
    ['an address that is none', { more_base_urls: 'https://two.example\nftp://x' }],
    ['a private address', { more_base_urls: 'http://169.254.169.254' }],
    ['no key', { key: '' }],
    ['a group that is none', { group: ['nobody'] }],
  ])('%s refuses all of them', async (_, more) => {
    await refusal(root.client.createChannels({ body: channel('refused', more) }))
    expect(await found({ name: 'refused' })).toEqual([])
  })
})

describe('tags', () => {
  test('are put together from their channels, found and sorted', async () => {
    const one = { tag: 'pool', models: ['a', 'b'] }
    await root.client.createChannel({ body: channel('one', one) })
    const two = { tag: 'pool', models: ['b', 'c'], type: 1, status: 2 }
    await root.client.createChannel({ body: channel('two', two) })
    await root.client.createChannel({ body: channel('other', { tag: 'pool-2' }) })
    const { data, total_count } = await root.client.listChannelTags({ query: { keyword: 'POOL' } })
    expect(total_count).toBe(2)
    expect(data[0]).toEqual({
      id: 'pool',
      channels: 2,
      enabled: 1,
      names: ['one', 'two'],
      types: [8, 1],
      groups: ['default'],
      models: ['a', 'b', 'c'],
      used_quota: 0,
    })
    const query = { keyword: 'pool', order: 'channels', size: 1 }
    const fewest = await root.client.listChannelTags({ query })
    expect(fewest.data.map(({ id }) => id)).toEqual(['pool-2'])
    expect(await root.client.getChannelTag({ query: { tag: 'pool' } })).toEqual(data[0])
    const missing = await refusal(root.client.getChannelTag({ query: { tag: 'poo' } }))
    expect(missing.code).toBe('channel.tag-not-found')
  })

  test('with and without one are filters', async () => {
    expect(await namesOf({ tagged: 1 })).toEqual(['one', 'two', 'other'])
    expect(await namesOf({ tagged: 2 })).toEqual(['Sandbox', 'many', 'many_2', 'many_3'])
  })

  test('only what is given changes, of this tag alone, and is taken back', async () => {
    const change = { group: ['default'], models: ['x'], only_chat: true, pre_cost: 2 }
    const { changed, undo } = await root.client.changeChannels({
      body: { select: all('pool', 2), change },
    })
    expect(changed).toBe(2)
    const rows = await found({ tag: 'pool' })
    expect(rows.map(({ models, only_chat, pre_cost }) => [models, only_chat, pre_cost])).toEqual([
      [['x'], true, 2],
      [['x'], true, 2],
    ])
    expect(rows.map(({ type, status }) => [type, status])).toEqual([
      [8, 1],
      [1, 2],
    ])
    const [other] = await found({ tag: 'pool-2' })
    expect(other).toMatchObject({ models: ['m'], only_chat: false })
    await root.client.undoChange({ params: { id: undo ?? '' } })
    expect((await found({ tag: 'pool' })).map(({ models }) => models)).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ])
  })

  test('headers and parameters are sealed for each channel, and an undo puts the old ones back', async () => {
    const before = await texts('pool')
    const change = {
      proxy: 'http://user:canary-word@proxy.example:8080',
      model_headers: '{"x-secret":"canary-header"}',
      custom_parameter: '{"api_key":"canary-parameter"}',
    }
    const { undo } = await root.client.changeChannels({
      body: { select: all('pool', 2), change },
    })
    const given = [change.proxy, change.model_headers, change.custom_parameter]
    expect(await texts('pool')).toEqual([given, given])
    expect(JSON.stringify(await found({ tag: 'pool' }))).not.toContain('canary')
    const stored = await product.server.stores.db.selectFrom('channels').selectAll().execute()
    expect(stored.map(({ proxy, model_headers }) => proxy + model_headers).join()).not.toContain(
      'canary',
    )
    await root.client.undoChange({ params: { id: undo ?? '' } })
    expect(await texts('pool')).toEqual(before)
  })

  test.each(['model_headers', 'custom_parameter'] as const)(
    'a stand-in in %s is refused at its field',
    async (field) => {
      const change = { [field]: '{"x-secret":"••••"}' }
      const refused = await refusal(
        root.client.changeChannels({ body: { select: all('pool', 2), change } }),
      )
      expect(Object.keys(refused.fields)).toEqual([field])
    },
  )

  test('a proxy or headers ask for the password when the last is long ago', async () => {
    const change = (values: object) =>
      root.client.changeChannels({ body: { select: all('pool', 2), change: values } })
    await product.server.stores.db.updateTable('sessions').set({ authenticated_at: 0n }).execute()
    for (const values of [{ proxy: 'http://proxy.example' }, { model_headers: '{"x-a":"b"}' }]) {
      expect((await refusal(change(values))).code).toBe('channel.secrets-again')
    }
    await change({ weight: 2 })
    await root.client.confirmPassword({ body: { password: rootPassword } })
    expect((await change({ proxy: 'http://proxy.example' })).changed).toBe(2)
    const metadata = await refusal(change({ proxy: 'http://169.254.169.254' }))
    expect(metadata.code).toBe('channel.address-refused')
  })

  test('deleting all of one leaves the tags that begin like it', async () => {
    const { deleted } = await root.client.deleteChannels({ body: { select: all('pool', 2) } })
    expect(deleted).toBe(2)
    expect(await namesOf({ tagged: 1 })).toEqual(['other'])
  })
})
