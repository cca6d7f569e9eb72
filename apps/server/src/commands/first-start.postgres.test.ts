import { testDatabase } from '@posthouse/testkit/database'
import { openProduct } from '@posthouse/testkit/product'
import { expect, test } from 'vitest'

test.each([1, 2, 3])(
  'nodes that start together on an empty database all come up (%i)',
  async () => {
    await using place = await testDatabase({ empty: true })
    const nodes = await Promise.all(
      [1, 2, 3].map(() => openProduct({ env: { DATABASE_URL: place.url } })),
    )
    try {
      const [first] = nodes
      const root = await first?.root()
      expect(await root?.client.getSelf({})).toMatchObject({ username: 'root', quota: 100_000_000 })
      const rows = (table: 'users' | 'user_groups' | 'channels') =>
        place.database.kysely.selectFrom(table).selectAll().execute()
      expect(await rows('users')).toHaveLength(1)
      expect(await rows('channels')).toHaveLength(1)
      expect(await rows('user_groups')).toHaveLength(3)
    } finally {
      await Promise.all(nodes.map((node) => node.close()))
    }
  },
)
