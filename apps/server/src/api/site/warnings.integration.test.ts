import { join } from 'node:path'
import { beat, endIncarnation, startIncarnation } from '@posthouse/ledger/incarnation'
import { keepRefused } from '@posthouse/ledger/refused-file'
import { settle } from '@posthouse/testkit/ledger-commands'
import { openProduct } from '@posthouse/testkit/product'
import { freePort } from '@posthouse/testkit/free-port'
import { expect, test } from 'vitest'

test('administrators see settlements that no database took', async () => {
  const port = await freePort()
  await using product = await openProduct({ env: { PORT: String(port) } })
  const root = await product.root()
  expect(await root.client.getWarnings({})).toEqual({ rows: [] })
  const { database } = product.server.stores
  const name = database.dialect === 'sqlite' ? 'settlements' : `settlements-${port}`
  const command = settle('refused', 3)
  await keepRefused(join(product.folder, `${name}.journal`), { reason: 'test', command })
  expect(await root.client.getWarnings({})).toEqual({
    rows: [{ id: 'refused-settlements', figures: { count: 1 } }],
  })

  // Another node, which an administrator may not happen to reach, says it with its sign of life.
  const { db, incarnation } = product.server.stores
  for (const id of ['other', 'gone']) {
    await startIncarnation(db, database.dialect, id)
    await beat(db, database.dialect, { id, refused: 4 })
  }
  await endIncarnation(db, database.dialect, 'gone')
  await beat(db, database.dialect, { id: incarnation, refused: 1 })
  expect(await root.client.getWarnings({})).toEqual({
    rows: [
      { id: 'refused-settlements', figures: { count: database.dialect === 'sqlite' ? 1 : 5 } },
    ],
  })
})
