import { CallError } from '@posthouse/contract/client'
import { openMockUpstream } from '@posthouse/testkit/mock-upstream'
import { openProduct } from '@posthouse/testkit/product'
import { afterAll, expect, test } from 'vitest'

const product = await openProduct()
const supplier = await openMockUpstream()
const root = await product.root()
afterAll(async () => {
  await supplier.close()
  await product.close()
})

let listed: readonly string[] = []
supplier.onAny((call) =>
  call.path === '/v1/models'
    ? call.json(200, { data: listed.map((id) => ({ id })) })
    : call.json(401, { error: { message: `wrong key ${String(call.headers.authorization)}` } }),
)

const channel = async (models: readonly string[], more: object = {}) => {
  const { id } = await root.client.createChannel({
    body: {
      type: 8,
      name: 'compared',
      group: ['default'],
      models: [...models],
      key: 'sk-canary-0123456789-never-to-be-seen',
      base_url: `${supplier.url}/compared`,
      ...more,
    },
  })
  return {
    id,
    compare: () => root.client.compareChannelModels({ params: { id } }),
    change: (body: { version: number; add?: string[]; remove?: string[] }) =>
      root.client.changeChannelModels({ params: { id }, body: { add: [], remove: [], ...body } }),
    models: async () => (await root.client.getChannel({ params: { id } })).models,
  }
}

const refused = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => expect.fail('was not refused'),
    (error: unknown) => (error instanceof CallError ? error : expect.fail(String(error))),
  )

test('what is chosen is applied, and nothing else', async () => {
  listed = ['kept', 'new-a', 'new-b', 'wild-1']
  const one = await channel(['kept', 'gone-a', 'gone-b', 'wild-*'])
  const found = await one.compare()
  expect(found).toMatchObject({
    listed: 4,
    added: ['new-a', 'new-b'],
    gone: ['gone-a', 'gone-b'],
    same: 2,
    unpriced: ['new-a', 'new-b'],
  })
  const changed = await one.change({
    version: found.version,
    add: ['new-a'],
    remove: ['gone-b', 'never-there'],
  })
  expect(changed.models).toEqual(['kept', 'gone-a', 'wild-*', 'new-a'])
  expect(await one.compare()).toMatchObject({ added: ['new-b'], gone: ['gone-a'] })
})

test('a model with a price is not called unpriced', async () => {
  await root.client.createPrice({
    body: { model: 'priced-new', type: 'tokens', channel_type: 8, input: '1', output: '1' },
  })
  listed = ['priced-new', 'other-new']
  const one = await channel(['m'])
  expect((await one.compare()).unpriced).toEqual(['other-new'])
})

test('a channel that changed since is left as it is', async () => {
  listed = ['new']
  const one = await channel(['old'])
  const { version } = await one.compare()
  await root.client.updateChannel({ body: { id: one.id, models: ['old', 'by-somebody'] } })
  const error = await refused(one.change({ version, add: ['new'] }))
  expect(error.code).toBe('channel.changed')
  expect(await one.models()).toEqual(['old', 'by-somebody'])
})

test('bad changes are refused', async () => {
  listed = []
  const one = await channel(['only'])
  const { version } = await one.compare()
  expect((await refused(one.change({ version, remove: ['only'] }))).fields).toHaveProperty('models')
  for (const add of [['a,b'], ['*'], [''], ['x'.repeat(201)]])
    await refused(one.change({ version, add }))
  const many = Array.from({ length: 2_000 }, (_, place) => `m-${place}`)
  expect((await refused(one.change({ version, add: many }))).code).toBe('channel.many-models')
  expect(await one.models()).toEqual(['only'])
})

test('a supplier that refuses is told, without the key', async () => {
  const one = await channel(['m'], { base_url: `${supplier.url}/compared/elsewhere` })
  const error = await refused(one.compare())
  expect(error.code).toBe('channel.models-not-listed')
  expect(error.message).not.toContain('sk-canary')
})

test('only administrators compare and change', async () => {
  const one = await channel(['m'])
  const user = await product.user({ name: 'models-user' })
  const { id } = one
  await refused(user.client.compareChannelModels({ params: { id } }))
  const body = { version: 1, add: ['n'], remove: [] }
  await refused(user.client.changeChannelModels({ params: { id }, body }))
  expect(await one.models()).toEqual(['m'])
})
