import { CallError } from '@posthouse/contract/client'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'

let product: Product
let root: Awaited<ReturnType<Product['root']>>
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

async function failure(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => new Error('it was not refused'),
    (refused: unknown) => refused,
  )
  if (!(error instanceof CallError)) throw error
  return error
}
const codeOf = async (call: Promise<unknown>): Promise<string> => (await failure(call)).code

const made = (symbol: string) =>
  root.client.createUserGroup({ body: { symbol, name: symbol, ratio: '1.5' } })
const symbols = () => root.client.listGroups({})

test('a group is created, found, changed and known to the calls that choose one', async () => {
  const { id, ...group } = await made('gold')
  expect(group).toEqual({
    symbol: 'gold',
    name: 'gold',
    ratio: '1.5',
    api_rate: 600,
    public: false,
    enable: true,
    users: 0,
    channels: 0,
    tokens: 0,
  })
  expect(await symbols()).toContain('gold')
  const changed = await root.client.updateUserGroup({
    body: { id, name: 'Gold', ratio: 0.8, public: true },
  })
  expect(changed).toMatchObject({ name: 'Gold', ratio: '0.8', public: true, api_rate: 600 })
  const { data } = await root.client.listUserGroups({ query: { name: 'GO' } })
  expect(data).toEqual([changed])
  const user = await product.user({ name: 'chooser' })
  expect((await user.client.listOwnGroups({}))['gold']).toMatchObject({ ratio: '0.8' })
})

test('a disabled group is in no choice, and switched on again is', async () => {
  const { id } = await made('silver')
  expect(await root.client.switchUserGroup({ params: { id } })).toMatchObject({ enable: false })
  expect(await symbols()).not.toContain('silver')
  const { data } = await root.client.listUserGroups({ query: { enable: false } })
  expect(data.map(({ symbol }) => symbol)).toEqual(['silver'])
  expect(await root.client.switchUserGroup({ params: { id } })).toMatchObject({ enable: true })
  expect(await symbols()).toContain('silver')
})

test('a group in use is not deleted, whoever names it; afterwards it is', async () => {
  const { id } = await made('a_b')
  await made('aXb')
  const remove = () => root.client.deleteUserGroup({ params: { id } })
  const user = await product.user({ name: 'member', group: 'a_b' })
  expect(await codeOf(remove())).toBe('group.in-use')
  expect(await root.client.getUserGroup({ params: { id } })).toMatchObject({ users: 1 })
  const { id: tokenId } = await user.client.createToken({ body: { name: 'k', group: 'a_b' } })
  await root.client.updateUser({ body: { id: Number(user.id), group: 'default' } })
  expect(await codeOf(remove())).toBe('group.in-use')
  await user.client.deleteToken({ params: { id: tokenId } })
  const channelOf = (group: string[]) =>
    root.client.createChannel({
      body: {
        type: 1,
        name: group.join(),
        group,
        models: ['m'],
        key: 'k',
        base_url: 'https://api.example.com',
      },
    })
  await channelOf(['default', 'aXb'])
  const channel = await channelOf(['default', 'a_b', 'aXb'])
  expect(await root.client.getUserGroup({ params: { id } })).toMatchObject({ channels: 1 })
  expect(await codeOf(remove())).toBe('group.in-use')
  await root.client.deleteChannel({ params: { id: channel.id } })
  await remove()
  expect(await symbols()).not.toContain('a_b')
  expect(await codeOf(remove())).toBe('group.not-found')
  expect(await made('a_b')).toMatchObject({ users: 0 })
})

test('the default group is neither deleted nor disabled', async () => {
  const { data } = await root.client.listUserGroups({ query: { name: '' } })
  const id = data.find(({ symbol }) => symbol === 'default')?.id ?? 0
  expect(await codeOf(root.client.deleteUserGroup({ params: { id } }))).toBe('group.default')
  expect(await codeOf(root.client.switchUserGroup({ params: { id } }))).toBe('group.default')
  expect(await symbols()).toContain('default')
})

test.each([
  ['a taken symbol', { symbol: 'default' }, { symbol: 'This symbol is taken' }],
  ['a blank symbol', { symbol: ' ' }, { symbol: 'Symbol is required' }],
  [
    'a symbol with a comma',
    { symbol: 'a,b' },
    { symbol: 'Letters, digits, dots, hyphens and underscores only' },
  ],
  ['a blank name', { name: ' ' }, { name: 'Name is required' }],
  [
    'a ratio below zero',
    { ratio: '-1' },
    { ratio: 'Must be a decimal number with at most six places' },
  ],
  ['no ratio', { ratio: '' }, { ratio: 'Ratio is required' }],
])('bad input: %s', async (_, body, fields) => {
  const call = root.client.createUserGroup({ body: { symbol: 'fine', name: 'Fine', ...body } })
  expect((await failure(call)).fields).toEqual(fields)
})
