import type { NotificationChoice } from '@posthouse/contract/calls/notifications'
import { openProduct, type Product } from '@posthouse/testkit/product'
import { afterAll, beforeAll, expect, test } from 'vitest'

let product: Product
let root: Awaited<ReturnType<Product['root']>>
beforeAll(async () => {
  product = await openProduct()
  root = await product.root()
})
afterAll(() => product.close())

const waiting = async (): Promise<number> => {
  const rows = await product.server.stores.db
    .selectFrom('outbox')
    .where('key', 'like', 'top-up:%')
    .selectAll()
    .execute()
  return rows.length
}

async function reader(name: string, choice: NotificationChoice | null) {
  const user = await product.user({ name })
  await product.server.stores.accounts.update(user.id, { email: `${name}@example.com` })
  if (choice !== null) await user.client.setNotifications({ body: choice })
  return user
}

const credit = async (id: bigint, quota: number): Promise<number> => {
  const before = await waiting()
  await root.client.adjustQuota({ params: { id: Number(id) }, body: { quota } })
  return (await waiting()) - before
}

test('a top-up is told by mail, unless the user does not want it', async () => {
  const wants = await reader('wants', null)
  const declines = await reader('declines', { low_balance: ['mail'], top_up: [] })
  const unreachable = await product.user({ name: 'nowhere' })
  expect(await credit(wants.id, 500)).toBe(1)
  expect(await credit(declines.id, 500)).toBe(0)
  expect(await credit(unreachable.id, 500)).toBe(0)
  expect(await credit(wants.id, -100), 'nothing was added').toBe(0)
})

test('a choice is kept, with the ways that reach the user', async () => {
  const user = await reader('chooses', { low_balance: [], top_up: ['telegram'] })
  expect(await user.client.getNotifications({})).toEqual({
    choice: { low_balance: [], top_up: ['telegram'] },
    ways: ['mail'],
  })
  await expect(
    user.client.setNotifications({ body: { low_balance: ['pigeon'] } as never }),
  ).rejects.toMatchObject({ code: 'request.invalid' })
})
