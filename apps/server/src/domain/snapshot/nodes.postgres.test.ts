import { join } from 'node:path'
import { beat } from '@posthouse/ledger/incarnation'
import { keepRefused } from '@posthouse/ledger/refused-file'
import { settle } from '@posthouse/testkit/ledger-commands'
import { testDatabase } from '@posthouse/testkit/database'
import { openProduct } from '@posthouse/testkit/product'
import { expect, test, vi } from 'vitest'
import { examineElsewhere } from '../../books/examine-books.ts'

/* Two equal nodes on one database. A node learns of the other's changes within a second or two. */

const soon = { timeout: 10_000, interval: 100 }

test('a change on one node counts on the other', async () => {
  await using first = await openProduct()
  await using second = await openProduct({ env: { DATABASE_URL: first.url } })
  const root = await first.root()
  const { id, key } = await root.client.createToken({ body: { name: 'k', unlimited_quota: true } })
  const ask = async (): Promise<number> => {
    const response = await fetch(`${second.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sandbox/chat', messages: [{ role: 'user', content: 'hi' }] }),
    })
    await response.text()
    return response.status
  }
  expect(await ask()).toBe(200)

  await root.client.updateToken({ query: { status_only: true }, body: { id, status: 2 } })
  await vi.waitFor(async () => expect(await ask()).toBe(401), soon)
  await root.client.updateToken({ query: { status_only: true }, body: { id, status: 1 } })
  await vi.waitFor(async () => expect(await ask()).toBe(200), soon)

  await root.client.updateChannel({ body: { id: 1, status: 2 } })
  await vi.waitFor(async () => expect(await ask()).toBe(404), soon)
  await root.client.updateChannel({ body: { id: 1, status: 1 } })
  await vi.waitFor(async () => expect(await ask()).toBe(200), soon)

  await root.client.setOption({ body: { key: 'SystemName', value: 'Two nodes' } })
  const other = second.browser()
  await vi.waitFor(
    async () => expect((await other.client.getStatus({})).system_name).toBe('Two nodes'),
    soon,
  )
})

test('a session that ends on one node has ended on the other', async () => {
  await using first = await openProduct()
  await using second = await openProduct({ env: { DATABASE_URL: first.url } })
  const root = await first.root()
  const cookie = root.cookie()
  const self = () => fetch(`${second.address}/api/user/self`, { headers: { cookie } })
  expect((await self()).status).toBe(200)
  await root.client.logout({})
  expect((await self()).status).toBe(401)
})

test('what one node was refused, the doctor of another machine tells', async () => {
  await using first = await openProduct()
  await using second = await openProduct({ env: { DATABASE_URL: first.url } })
  const { db, incarnation, dataFolder } = first.server.stores
  const refused = { reason: 'test', command: settle('gone', 1) }
  await keepRefused(join(dataFolder, 'settlements-1.journal'), refused)
  await beat(db, 'postgres', { id: incarnation, refused: 1 })
  const from = (folder: string) => examineElsewhere({ db, dialect: 'postgres', dataFolder: folder })
  expect(await from(dataFolder)).toEqual([])
  expect(await from(second.server.stores.dataFolder)).toEqual([
    {
      ok: false,
      text: 'refused settlements on other machines: 1; type there: npm run posthouse -- doctor',
    },
  ])
})

test.each([1, 2, 3])(
  'nodes that start together on an empty database make one site (%i)',
  async () => {
    await using place = await testDatabase({ empty: true })
    const nodes = await Promise.all(
      Array.from({ length: 3 }, () => openProduct({ env: { DATABASE_URL: place.url } })),
    )
    try {
      const count = async (table: 'users' | 'user_groups' | 'channels'): Promise<number> =>
        (await place.database.kysely.selectFrom(table).selectAll().execute()).length
      expect(await count('users')).toBe(1)
      expect(await count('user_groups')).toBe(3)
      expect(await count('channels')).toBe(1)
      const root = await nodes[0]?.root()
      expect(await root?.client.getSelf({})).toMatchObject({ quota: 100_000_000 })
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
    }
  },
)
