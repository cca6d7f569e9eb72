import { endIncarnation, startIncarnation } from '@posthouse/ledger/incarnation'
import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { nodeForm, silentMs, tellForm } from '../db/node-forms.ts'
import { createLivingNodes } from './living-nodes.ts'

test('nodes are counted that began, gave a sign of life and have not ended', async () => {
  await using here = await testDatabase()
  const { database } = here
  const { dialect, kysely: db } = database
  const nodes = createLivingNodes({ db, database })
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

test('a form of stored values is written once every living node reads it', async () => {
  await using here = await testDatabase()
  const { database } = here
  const { dialect, kysely: db } = database
  const nodes = createLivingNodes({ db, database })
  expect(nodes.read(nodeForm.meters)).toBe(false)
  await startIncarnation(db, dialect, 'this')
  await tellForm(db, 'this')
  await nodes.refresh()
  expect(nodes.read(nodeForm.meters)).toBe(true)
  await startIncarnation(db, dialect, 'older')
  await db.insertInto('node_forms').values({ incarnation: 'older', form: 1n }).execute()
  await nodes.refresh()
  // A SQLite file has one process.
  expect(nodes.read(nodeForm.meters)).toBe(dialect === 'sqlite')
  expect(nodes.read(nodeForm.sealedTexts)).toBe(true)
  await startIncarnation(db, dialect, 'oldest')
  await nodes.refresh()
  expect(nodes.read(nodeForm.sealedTexts)).toBe(dialect === 'sqlite')
  for (const id of ['older', 'oldest']) await endIncarnation(db, dialect, id)
  await nodes.refresh()
  expect(nodes.read(nodeForm.meters)).toBe(true)
})
