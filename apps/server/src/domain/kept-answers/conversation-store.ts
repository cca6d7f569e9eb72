import { type Kysely, sql, type Transaction } from 'kysely'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Tables } from '../../db/tables.ts'
import { groupsOf } from '../../lib/groups-of.ts'
import type { MemoryLease } from '../../http/body-memory.ts'
import { bytesOf, rowBatches } from './row-batches.ts'
import type { RetentionTerms } from './keeping-terms.ts'

export type StoredConversation = {
  readonly id: string
  readonly metadata: Fields
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** Position of an item among all items of its user. */
type ItemPosition = { readonly number: bigint; readonly id: string }

/** `item` is JSON. */
export type ItemText = { readonly id: string; readonly item: string }

type NumberedItem = { readonly number: bigint; readonly item: string }

/** Selects items of a conversation; null selects all. */
type ItemSelection = { readonly upTo: bigint } | { readonly numbers: readonly bigint[] } | null

/** A row of a user, by id. */
export type OwnedId = { readonly userId: bigint; readonly id: string }

/** Items are added all or none. */
type AddResult = 'added' | 'gone' | 'full' | 'too-many'

export type ConversationStore = {
  /** Null if the user has too many conversations. */
  create(of: OwnedId, metadata: Fields, terms: RetentionTerms): Promise<StoredConversation | null>
  find(of: OwnedId, now: number): Promise<StoredConversation | null>
  setMetadata(of: OwnedId, metadata: Fields): Promise<void>
  /** Removes it with all its items. False if there was none. */
  remove(of: OwnedId): Promise<boolean>
  /** Positions of its items, in order. */
  places(of: OwnedId): Promise<readonly ItemPosition[]>
  /** Items in order. Refuses 413 and 503 before reading them. */
  items(
    of: OwnedId,
    memory: Pick<MemoryLease, 'take'>,
    which?: ItemSelection,
  ): Promise<readonly NumberedItem[]>
  /** Adds items that it does not contain yet. Extends the time it is stored. */
  add(of: OwnedId, items: readonly ItemText[], terms: RetentionTerms): Promise<AddResult>
  /** False if there was none. */
  removeItem(of: OwnedId, itemId: string): Promise<boolean>
}

export function createConversationStore(db: Kysely<Tables>): ConversationStore {
  return {
    create: (of, metadata, terms) =>
      db.transaction().execute((transaction) => create(transaction, of, { metadata, terms })),
    find: async ({ userId, id }, now) => {
      const row = await db
        .selectFrom('conversations')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('expires_at', '>', BigInt(now))
        .executeTakeFirst()
      if (row === undefined) return null
      return { id, metadata: metadataIn(row.metadata), createdAt: Number(row.created_at) }
    },
    setMetadata: async ({ userId, id }, metadata) => {
      await db
        .updateTable('conversations')
        .set({ metadata: JSON.stringify(metadata) })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    },
    remove: (of) => db.transaction().execute((transaction) => remove(transaction, of)),
    places: (of) => itemsOf(db, of).select(['number', 'id']).orderBy('number').execute(),
    items: (of, memory, which = null) => readItems(db, of, { memory, which }),
    add: (of, items, terms) =>
      db.transaction().execute((transaction) => add(transaction, of, { items, terms })),
    removeItem: (of, itemId) =>
      db.transaction().execute((transaction) => removeItem(transaction, of, itemId)),
  }
}

async function create(
  transaction: Transaction<Tables>,
  { userId, id }: OwnedId,
  { metadata, terms }: { metadata: Fields; terms: RetentionTerms },
): Promise<StoredConversation | null> {
  await lockAccount(transaction, userId)
  if ((await conversationUsage(transaction, userId)).count >= terms.conversationsMax) return null
  await transaction
    .insertInto('conversations')
    .values({
      user_id: userId,
      id,
      metadata: JSON.stringify(metadata),
      bytes: 0n,
      created_at: BigInt(terms.now),
      expires_at: BigInt(terms.expiresAt),
    })
    .execute()
  return { id, metadata, createdAt: terms.now }
}

/** Written by us, so it is valid. */
const metadataIn = (text: string): Fields => JSON.parse(text) as Fields

const itemsOf = (db: Kysely<Tables>, { userId, id }: OwnedId) =>
  db
    .selectFrom('conversation_items')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)

async function readItems(
  db: Kysely<Tables>,
  of: OwnedId,
  { memory, which }: { memory: Pick<MemoryLease, 'take'>; which: ItemSelection },
): Promise<readonly NumberedItem[]> {
  if (which !== null && 'numbers' in which && which.numbers.length === 0) return []
  const asked = selectItems(itemsOf(db, of), which)
  const measured = await asked
    .select(['number', sql<bigint | number>`octet_length(item)`.as('bytes')])
    .orderBy('number')
    .execute()
  memory.take(bytesOf(measured))
  const items: NumberedItem[][] = []
  for (const piece of rowBatches(measured)) {
    const read = await asked
      .select(['number', 'item'])
      .where('number', '>=', piece[0]?.number ?? 0n)
      .where('number', '<=', piece.at(-1)?.number ?? 0n)
      .orderBy('number')
      .execute()
    items.push(read)
  }
  return items.flat()
}

function selectItems(
  items: ReturnType<typeof itemsOf>,
  which: ItemSelection,
): ReturnType<typeof itemsOf> {
  if (which === null) return items
  if ('upTo' in which) return items.where('number', '<=', which.upTo)
  return items.where('number', 'in', [...which.numbers])
}

async function remove(transaction: Transaction<Tables>, { userId, id }: OwnedId): Promise<boolean> {
  await transaction
    .deleteFrom('conversation_items')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .execute()
  const { numDeletedRows } = await transaction
    .deleteFrom('conversations')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Rows per statement, because a long statement blocks all other writers. */
const rowsAtOnce = 1_000

async function add(
  transaction: Transaction<Tables>,
  { userId, id }: OwnedId,
  { items, terms }: { items: readonly ItemText[]; terms: RetentionTerms },
): Promise<AddResult> {
  const rows = items.map((item) => ({ user_id: userId, conversation_id: id, ...item }))
  const added = rows.reduce((sum, { item }) => sum + Buffer.byteLength(item), 0)
  await lockAccount(transaction, userId)
  if ((await conversationUsage(transaction, userId)).bytes + added > terms.userBytesMax) {
    return 'too-many'
  }
  const expires = { expires_at: BigInt(terms.expiresAt) }
  // Locks the conversation, so that two turns that end at once are added one after the other.
  const changed = await transaction
    .updateTable('conversations')
    .set({ bytes: sql<bigint>`bytes + ${BigInt(added)}`, ...expires })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', BigInt(terms.now))
    .returning('bytes')
    .executeTakeFirst()
  if (changed === undefined) return 'gone'
  if (changed.bytes > BigInt(terms.bytesMax)) {
    await transaction
      .updateTable('conversations')
      .set({ bytes: sql<bigint>`bytes - ${BigInt(added)}` })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
    return 'full'
  }
  for (const group of groupsOf(rows, rowsAtOnce)) {
    await transaction
      .insertInto('conversation_items')
      .values(group)
      .onConflict((conflict) => conflict.columns(['user_id', 'conversation_id', 'id']).doNothing())
      .execute()
  }
  return 'added'
}

/** Stays valid until the transaction ends, because the account is locked. */
async function conversationUsage(
  transaction: Transaction<Tables>,
  userId: bigint,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { count, bytes } = await transaction
    .selectFrom('conversations')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('bytes').as('bytes')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes ?? 0) }
}

async function removeItem(
  transaction: Transaction<Tables>,
  { userId, id }: OwnedId,
  itemId: string,
): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('conversation_items')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .where('id', '=', itemId)
    .returning('item')
    .executeTakeFirst()
  if (gone === undefined) return false
  await transaction
    .updateTable('conversations')
    .set({ bytes: sql<bigint>`bytes - ${BigInt(Buffer.byteLength(gone.item))}` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  return true
}
