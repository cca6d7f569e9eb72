import { holdWorks } from '@posthouse/testkit/held-works'
import { openProduct } from '@posthouse/testkit/product'
import { expect, test, vi } from 'vitest'

test('of sixty works at once on two nodes, twelve are read', async () => {
  await using first = await openProduct()
  await using second = await openProduct({ env: { DATABASE_URL: first.url } })
  const user = await first.user({ name: 'hurried' })
  const works = holdWorks([first.address, second.address], user.cookie(), 60)
  const refused = () => works.flatMap((work) => work.refused() ?? [])
  await vi.waitFor(() => expect(refused()).toHaveLength(48), 20_000)
  expect(new Set(refused())).toEqual(new Set(['work.too-many']))
  const { db } = first.server.stores
  const open = () => db.selectFrom('works').selectAll().execute()
  expect(await open()).toHaveLength(12)
  for (const work of works) work.drop()
  await vi.waitFor(async () => expect(await open()).toEqual([]), 10_000)
})
