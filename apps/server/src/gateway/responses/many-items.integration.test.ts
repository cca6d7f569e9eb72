import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConversationStore } from '../../domain/kept-answers/conversation-store.ts'
import { createResponseStore } from '../../domain/kept-answers/response-store.ts'

/* What one call brings is written with few statements: a database takes so many values of one, and others wait. */

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.close())

const now = 1_800_000_000_000
const terms = {
  now,
  expiresAt: now + 60_000,
  bytesMax: 1 << 30,
  userBytesMax: 1 << 30,
  conversationsMax: 10,
}
const memory = { take: () => undefined }
const ids = Array.from({ length: 12_345 }, (_, at) => `msg_${at}`)

it('adds many items to a conversation in their order, once, while others hardly wait', async () => {
  const conversations = createConversationStore(base.database.kysely)
  const of = { userId: 1n, id: 'conv_1' }
  await conversations.create(of, {}, terms)
  const before = base.database.queries()
  const items = ids.map((id) => ({ id, item: JSON.stringify({ id }) }))
  expect(await conversations.add(of, [...items, ...items.slice(0, 3)], terms)).toBe('added')
  expect(base.database.queries() - before).toBeLessThan(30)
  const kept = await conversations.items(of, memory)
  expect(kept.map(({ item }) => item)).toEqual(items.map(({ item }) => item))
})

it('keeps a response with many items, all of which are found', async () => {
  const responses = createResponseStore(base.database.kysely)
  const of = { userId: 1n, id: 'resp_1' }
  const kept = {
    ...of,
    previous: '',
    conversation: null,
    place: null,
    underWay: false,
    model: 'm',
    response: '{}',
    input: '[]',
  }
  await responses.keep(kept, { ...terms, items: ids, ancestors: [] })
  const reading = { userId: 1n, now, charactersMax: 1_000, memory }
  const { ids: found } = await responses.itemsOf([ids[0] ?? '', ids.at(-1) ?? ''], reading)
  expect(found.map(({ responseId }) => responseId)).toEqual([of.id, of.id])
})
