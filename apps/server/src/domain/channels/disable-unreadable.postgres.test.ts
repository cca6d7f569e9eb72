import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { openProduct } from '@posthouse/testkit/product'
import { afterEach, beforeEach, expect, test } from 'vitest'

let place: TestDatabase
const open = (env = {}) => openProduct({ env: { DATABASE_URL: place.url, ...env } })
beforeEach(async () => (place = await testDatabase({ empty: true })))
afterEach(() => place.close())

const damaged = 'v1:00000000:AAAAAAAAAAAAAAAA:AAAA'

async function channelOf(product: Awaited<ReturnType<typeof open>>, name: string) {
  const { data } = await (await product.root()).client.listChannels({ query: { name } })
  return data[0]
}

test('a channel whose key or headers cannot be opened is disabled, and says why', async () => {
  {
    await using first = await open()
    const { client } = await first.root()
    for (const name of ['keyed', 'headed', 'fine']) {
      const own = { models: ['m'], group: ['default'], base_url: 'http://127.0.0.1:9' }
      const model_headers = name === 'headed' ? '{"x-secret":"s"}' : ''
      await client.createChannel({
        body: { type: 8, name, key: `sk-${name}`, model_headers, ...own },
      })
    }
    await client.setOption({ body: { key: 'SMTPToken', value: 'mail secret' } })
  }
  const { kysely: db } = place.database
  const idOf = db.selectFrom('channels').select('id')
  await db
    .updateTable('channel_keys')
    .set({ key_sealed: damaged })
    .where('channel_id', '=', idOf.where('name', '=', 'keyed'))
    .execute()
  await db
    .updateTable('channels')
    .set({ model_headers: damaged })
    .where('name', '=', 'headed')
    .execute()
  await db.updateTable('options').set({ value: damaged }).where('key', '=', 'SMTPToken').execute()

  await using again = await open()
  for (const name of ['keyed', 'headed']) {
    expect(await channelOf(again, name)).toMatchObject({
      status: 3,
      attention: { reason: 'unreadable' },
    })
  }
  expect(await channelOf(again, 'fine')).toMatchObject({ status: 1, attention: null })

  const { client } = await again.root()
  const { id = 0 } = (await channelOf(again, 'keyed')) ?? {}
  await client.updateChannel({ body: { id, key: 'sk-again', status: 1 } })
  expect(await channelOf(again, 'keyed')).toMatchObject({ status: 1 })
})

test('a server with another secret key than the database does not start', async () => {
  {
    await using _first = await open()
  }
  const other = { POSTHOUSE_SECRET_KEY: 'quite another secret key, long enough' }
  await expect(open(other)).rejects.toThrow(/POSTHOUSE_SECRET_KEY.*is not the one/)
})

test('the only key of a site being damaged does not look like another secret key', async () => {
  {
    await using _first = await open()
  }
  await place.database.kysely.updateTable('channel_keys').set({ key_sealed: 'damaged' }).execute()
  await using again = await open()
  expect(await channelOf(again, 'Sandbox')).toMatchObject({
    status: 3,
    attention: { reason: 'unreadable' },
  })
})

test('another secret key is noticed by the settings where no channel has a key', async () => {
  {
    await using first = await open()
    const { client } = await first.root()
    await client.setOption({ body: { key: 'SMTPToken', value: 'mail secret' } })
  }
  await place.database.kysely.deleteFrom('channel_keys').execute()
  const other = { POSTHOUSE_SECRET_KEY: 'quite another secret key, long enough' }
  await expect(open(other)).rejects.toThrow(/POSTHOUSE_SECRET_KEY.*is not the one/)
})
