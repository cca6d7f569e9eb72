import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountStore } from '../accounts/account-store.ts'
import { createConversationStore } from './conversation-store.ts'

/* What a user may keep, asked for by many at once on PostgreSQL, where transactions run side by side. */

let place: TestDatabase
beforeAll(async () => {
  place = await testDatabase()
})
afterAll(() => place.close())

const terms = {
  now: 1_000,
  expiresAt: 2_000_000,
  bytesMax: 1_000_000,
  userBytesMax: 1_000,
  conversationsMax: 5,
}
const sixty = Array.from({ length: 60 }, (_, number) => number)

async function userNamed(username: string): Promise<bigint> {
  const account = { displayName: '', password: '', role: 1, group: 'default', at: 0 }
  return (await createAccountStore(place.database.kysely).insert({ ...account, username })).id
}

test('sixty conversations made at once are no more than a user may have', async () => {
  const store = createConversationStore(place.database.kysely)
  const userId = await userNamed('many')
  const made = await Promise.all(
    sixty.map((number) => store.create({ userId, id: `many-${number}` }, {}, terms)),
  )
  expect(made.filter((conversation) => conversation !== null)).toHaveLength(5)
})

test('turns that end at once in several conversations keep no more bytes than a user may have', async () => {
  const store = createConversationStore(place.database.kysely)
  const userId = await userNamed('large')
  const ids = sixty.slice(0, 5).map((number) => `large-${number}`)
  for (const id of ids) await store.create({ userId, id }, {}, terms)
  const added = await Promise.all(
    sixty.map((number) => {
      const of = { userId, id: `large-${number % 5}` }
      return store.add(of, [{ id: `item-${number}`, item: 'x'.repeat(300) }], terms)
    }),
  )
  expect(added.filter((how) => how === 'added')).toHaveLength(3)
})
