import { DatabaseSync } from 'node:sqlite'
import { eventually } from '@posthouse/testkit/books'
import { openProduct } from '@posthouse/testkit/product'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

test('a node whose database somebody has locked is not ready, and is again afterwards', async () => {
  await using product = await openProduct()
  const { database, db } = product.server.stores
  const statusNow = async (): Promise<number> => (await fetch(`${product.address}/readyz`)).status
  const status = (wanted: number) =>
    eventually(`readiness ${wanted}`, async () => ((await statusNow()) === wanted ? true : null))
  expect(await statusNow()).toBe(200)
  if (database.file === null) {
    await db.transaction().execute(async (transaction) => {
      await sql`lock table ledger_incarnations in exclusive mode`.execute(transaction)
      await status(503)
    })
  } else {
    const other = new DatabaseSync(database.file)
    other.exec('begin immediate')
    await status(503)
    other.exec('rollback')
    other.close()
  }
  await status(200)
})
