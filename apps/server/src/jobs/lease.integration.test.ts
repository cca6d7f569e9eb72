import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { takeLease } from './lease.ts'

test('one node has a lease until its time is over by the clock of the database', async () => {
  await using here = await testDatabase()
  const { kysely: db, dialect } = here.database
  const take = (owner: string) => takeLease(db, dialect, { name: 'job', owner, forMs: 60_000 })
  const answers = await Promise.all(['one', 'two', 'three'].map(take))
  expect(answers.filter(Boolean)).toHaveLength(1)
  const owner = ['one', 'two', 'three'][answers.indexOf(true)] ?? ''
  expect(await take(owner)).toBe(true)
  expect(await take('other')).toBe(false)
  await db
    .updateTable('leases')
    .set(({ eb }) => ({ expires_at: eb('expires_at', '-', 61_000n) }))
    .execute()
  expect(await take('other')).toBe(true)
  expect(await take(owner)).toBe(false)
})
