import { openProduct } from '@posthouse/testkit/product'
import { expect, test } from 'vitest'
import { remindLowBalance } from './remind-low-balance.ts'
import { readSettings } from '../domain/settings/settings.ts'

test('a balance that falls below the threshold is told once, and again after it was above', async () => {
  await using product = await openProduct()
  const root = await product.root()
  const { stores } = product.server
  const user = await product.user({ name: 'reader', balance: 500 })
  const silent = await product.user({ name: 'silent', balance: 500 })
  await stores.accounts.update(user.id, { email: 'reader@example.com' })
  const settings = readSettings(new Map([['QuotaRemindThreshold', '1000']]))
  const parts = { ...stores, reader: stores.ledger.reader, clock: { now: () => Date.now() } }
  const mailsAfter = async (change: number): Promise<number> => {
    if (change !== 0) {
      for (const { id } of [user, silent]) {
        const params = { id: Number(id) }
        await root.client.adjustQuota({ params, body: { quota: change } })
      }
    }
    await remindLowBalance(parts, settings)
    const mails = await stores.db
      .selectFrom('outbox')
      .where('key', 'like', 'low-balance:%')
      .selectAll()
      .execute()
    return mails.length
  }
  expect(await mailsAfter(0), 'it was never above').toBe(0)
  expect(await mailsAfter(500), 'it is not below').toBe(0)
  expect(await mailsAfter(-1)).toBe(1)
  expect(await mailsAfter(-1), 'it was told').toBe(1)
  expect(await mailsAfter(500)).toBe(1)
  expect(await mailsAfter(-500)).toBe(2)
  await remindLowBalance(parts, readSettings(new Map()))
})
