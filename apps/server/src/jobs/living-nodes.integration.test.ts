import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { endIncarnation, silentMs, startIncarnation } from '@posthouse/ledger/incarnation'
import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { taskFiles, workFiles } from '../tasks/shared-folders.ts'
import { createLivingNodes } from './living-nodes.ts'

const silent = { error: () => {}, info: () => {} }

test('nodes are counted that began, gave a sign of life and have not ended', async () => {
  await using here = await testDatabase()
  const { database } = here
  const { dialect, kysely: db } = database
  const nodes = createLivingNodes({
    db,
    dialect,
    dataFolder: here.folder,
    incarnation: 'one',
    log: silent,
  })
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

test('a node whose mark was removed from the shared folders leaves it again', async () => {
  await using here = await testDatabase()
  const { dialect, kysely: db } = here.database
  const own = { dataFolder: here.folder, incarnation: 'one' }
  const nodes = createLivingNodes({ db, dialect, ...own, log: silent })
  await startIncarnation(db, dialect, own.incarnation)
  for (const name of [taskFiles, workFiles]) {
    await rm(join(here.folder, name, '.nodes'), { recursive: true, force: true })
  }
  await nodes.refresh()
  expect(nodes.apart()).toBeNull()
})
