import { endIncarnation, silentMs, startIncarnation } from '@posthouse/ledger/incarnation'
import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { createLivingNodes } from './living-nodes.ts'

const silent = { error: () => {}, info: () => {} }

test('nodes are counted that began, gave a sign of life and have not ended', async () => {
  await using here = await testDatabase()
  const { database } = here
  const { dialect, kysely: db } = database
  const nodes = createLivingNodes({ db, dialect, dataFolder: here.folder, log: silent })
  expect(nodes.count()).toBe(1)
  await nodes.refresh()
  // Nobody has begun: this one counts itself.
  expect(nodes.count()).toBe(1)
  for (const id of ['one', 'two', 'ended', 'silent']) await startIncarnation(db, dialect, id)
  await endIncarnation(db, dialect, 'ended')
  await db
    .updateTable('ledger_incarnations')
    .set(({ eb }) => ({ heartbeat_at: eb('heartbeat_at', '-', BigInt(silentMs)) }))
    .where('id', '=', 'silent')
    .execute()
  expect(nodes.count()).toBe(1)
  await nodes.refresh()
  expect(nodes.count()).toBe(2)
})
