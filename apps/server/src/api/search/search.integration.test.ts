import { addCrowd } from '@posthouse/testkit/crowd'
import { type Browser, openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const people = 20_000

let product: Product
let root: Browser
let first: number
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
  await addCrowd(product, people, (number) => (number === 10_001 ? '驿站 Zoë' : 'Somebody'))
  const row = await product.server.stores.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'person-1')
    .executeTakeFirstOrThrow()
  first = Number(row.id)
})
afterAll(() => product.close())

const find = async (q: string, by = root) => by.client.search({ query: { q } })

describe('among 20 000 users', () => {
  test('number 10 001 is found by name, by part of the display name and by id', async () => {
    const wanted = { id: first + 10_000, username: 'person-10001', display_name: '驿站 Zoë' }
    expect((await find('person-10001')).users).toEqual([wanted])
    expect((await find('PERSON-10001')).users).toEqual([wanted])
    expect((await find('站 Z')).users).toEqual([wanted])
    expect((await find(String(first + 10_000))).users[0]).toEqual(wanted)
    expect((await find(`#${first + 10_000}`)).users).toEqual([wanted])
  })

  test('eight are answered at most, those that begin with the text first', async () => {
    const { db } = product.server.stores
    await product.user({ name: '777' })
    const { users } = await find('777')
    expect(users).toHaveLength(8)
    const names = users.map(({ username }) => username)
    expect(names.indexOf('777')).toBeLessThan(2)
    expect(names).toContain('person-777')
    await db.updateTable('users').set({ deleted_at: 1n }).where('username', '=', '777').execute()
    expect((await find('777')).users.map(({ username }) => username)).not.toContain('777')
  })

  test('signs of LIKE mean themselves', async () => {
    for (const sign of ['%', '_', '\\', 'person_1']) expect((await find(sign)).users).toEqual([])
  })

  test('nothing typed finds nothing', async () => {
    const nothing = { users: [], channels: [], tokens: [], models: [] }
    expect(await find('')).toEqual(nothing)
    expect(await find('  ')).toEqual(nothing)
  })
})

test('an ordinary user finds own tokens and models, and nobody else', async () => {
  const user = await product.user({ name: 'seeker' })
  const mine = await user.client.createToken({
    body: { name: 'Sandbox mine', unlimited_quota: true },
  })
  const gone = await user.client.createToken({
    body: { name: 'Sandbox old', unlimited_quota: true },
  })
  await user.client.deleteToken({ params: { id: gone.id } })
  const theirs = await root.client.createToken({
    body: { name: 'Sandbox of root', unlimited_quota: true },
  })
  expect(await find('sandbox', user)).toEqual({
    users: [],
    channels: [],
    tokens: [{ id: mine.id, name: 'Sandbox mine' }],
    models: expect.arrayContaining([{ id: 'sandbox/chat' }]),
  })
  expect((await find(String(theirs.id), user)).tokens).toEqual([])
  expect((await find('seeker', user)).users).toEqual([])
  const seen = await find('sandbox')
  expect(seen.channels).toEqual([{ id: 1, name: 'Sandbox', status: 1 }])
  expect(seen.tokens).toEqual([{ id: theirs.id, name: 'Sandbox of root' }])
})

test('deleted channels are not found', async () => {
  const { id } = await root.client.createChannel({
    body: {
      type: 8,
      name: 'soon gone',
      group: ['default'],
      models: ['m'],
      key: 'k-0123456789',
      base_url: 'http://127.0.0.1:1',
    },
  })
  expect((await find('SOON')).channels).toEqual([{ id, name: 'soon gone', status: 1 }])
  await root.client.deleteChannel({ params: { id } })
  expect((await find('soon')).channels).toEqual([])
})
