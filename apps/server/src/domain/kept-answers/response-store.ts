import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely'
import { removeWithResponses } from './remove-with-responses.ts'
import type { Tables } from '../../db/tables.ts'
import { groupsOf } from '../../lib/groups-of.ts'
import type { OwnedId } from './conversation-store.ts'
import type { RetentionTerms } from './keeping-terms.ts'
import { createKeptRoom, type KeptRoom } from './kept-room.ts'
import {
  headFrom,
  type KeptHead,
  type KeptResponse,
  type KeptTexts,
  rowOf,
} from './kept-response.ts'
import type { KeptItems } from './named-items.ts'
import { readChain, readItems, type ReadContext, readText } from './read-kept.ts'

export type ResponseStore = {
  /**
   * Stores a response and removes the user's oldest ones if the store is full. `items` are the ids of its output. `ancestors`, the turns
   * it continues, are stored as long as it is.
   */
  keep(response: KeptResponse, more: ResponseRetention): Promise<void>
  find(of: OwnedId, now: number): Promise<KeptHead | null>
  /** The response or its input as JSON, or null. Refuses 413 and 503 before reading it. */
  text(of: OwnedId, name: keyof KeptTexts, memory: ReadContext['memory']): Promise<string | null>
  /** A response and the turns before it, oldest first. Empty if any of them is missing. Refuses more than may be read. */
  chain(id: string, reading: ReadContext): Promise<readonly KeptResponse[]>
  /** Finds items of the user's responses. Refuses like `chain`. */
  itemsOf(ids: readonly string[], reading: ReadContext): Promise<KeptItems>
  /** False if there was none. */
  remove(of: OwnedId): Promise<boolean>
  isUnderWay(of: OwnedId): Promise<boolean>
  /** Ends a response in progress, once. A cancelled or deleted one stays as it is. */
  end(of: OwnedId, response: string, items?: readonly string[]): Promise<void>
  /** Whether a process is running. */
  isAlive(incarnation: string, now: number): Promise<boolean>
}

type ResponseRetention = RetentionTerms & {
  readonly items: readonly string[]
  readonly ancestors: readonly string[]
}

export function createResponseStore(db: Kysely<Tables>): ResponseStore {
  const room = createKeptRoom()
  /** Pending writes of this node, because clients may fetch a response right after they received it. */
  const writing = new Map<string, Promise<void>>()
  const nameOf = ({ userId, id }: OwnedId): string => `${userId}/${id}`
  // The writer reports a failed write; readers then find nothing.
  const written = async (of: OwnedId): Promise<void> => writing.get(nameOf(of))?.catch(() => {})
  return {
    keep: async (response, keeping) => {
      const name = nameOf(response)
      const write = keep(db, response, { ...keeping, room })
      writing.set(name, write)
      try {
        await write
      } finally {
        if (writing.get(name) === write) writing.delete(name)
      }
    },
    find: async (of, now) => {
      await written(of)
      const row = await headOf(db, of, now).executeTakeFirst()
      return row === undefined ? null : headFrom(row)
    },
    text: (of, name, memory) => readText(db, of, { name, memory }),
    chain: async (id, reading) => {
      await written({ userId: reading.userId, id })
      return await readChain(db, id, reading)
    },
    itemsOf: (ids, reading) => readItems(db, ids, reading),
    remove: async (of) => {
      await written(of)
      return await remove(db, of)
    },
    isUnderWay: async (of) => {
      const row = await underWay(db, of).select('id').executeTakeFirst()
      return row !== undefined
    },
    end: (of, response, items = []) => end(db, of, { response, items }),
    isAlive: (incarnation, now) => isAlive(db, incarnation, now),
  }
}

const headOf = (db: Kysely<Tables>, { userId, id }: OwnedId, now: number) =>
  db
    .selectFrom('responses')
    .select([
      'user_id',
      'id',
      'previous_id',
      'conversation_id',
      'conversation_last',
      'channel_id',
      'key_id',
      'model',
      'under_way',
    ])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', BigInt(now))

async function keep(
  db: Kysely<Tables>,
  response: KeptResponse,
  { items, ancestors, room, ...terms }: ResponseRetention & { readonly room: KeptRoom },
): Promise<void> {
  const { now, expiresAt } = terms
  const row = rowOf(response, terms)
  const { user_id, id } = row
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('responses')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(asGiven))
      .execute()
    await keepItems(transaction, { userId: user_id, id }, items)
    await room.make(transaction, { userId: user_id, bytes: Number(row.bytes) }, terms)
    if (ancestors.length === 0) return
    // Extended by half of the time at once, so that not every turn rewrites its ancestors.
    const soon = BigInt(now) + BigInt(Math.floor((expiresAt - now) / 2))
    await transaction
      .updateTable('responses')
      .set({ expires_at: BigInt(expiresAt) })
      .where('user_id', '=', user_id)
      .where('id', 'in', ancestors)
      .where('expires_at', '<', soon)
      .execute()
  })
}

/** Changed columns by reference, so that long texts are sent only once. */
const asGiven = (given: ExpressionBuilder<ExcludedTables, 'excluded'>) => ({
  previous_id: given.ref('excluded.previous_id'),
  conversation_id: given.ref('excluded.conversation_id'),
  conversation_last: given.ref('excluded.conversation_last'),
  channel_id: given.ref('excluded.channel_id'),
  key_id: given.ref('excluded.key_id'),
  model: given.ref('excluded.model'),
  response: given.ref('excluded.response'),
  under_way: given.ref('excluded.under_way'),
  input: given.ref('excluded.input'),
  bytes: given.ref('excluded.bytes'),
  created_at: given.ref('excluded.created_at'),
  expires_at: given.ref('excluded.expires_at'),
})

type ExcludedTables = { readonly excluded: Tables['responses'] }

/** Rows per statement; SQLite accepts 32 766 values. */
const rowsAtOnce = 1_000

async function keepItems(
  transaction: Transaction<Tables>,
  { userId, id }: OwnedId,
  items: readonly string[],
): Promise<void> {
  const rows = [...new Set(items)].map((item) => ({ user_id: userId, id: item, response_id: id }))
  for (const group of groupsOf(rows, rowsAtOnce)) {
    await transaction
      .insertInto('response_items')
      .values(group)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'id']).doUpdateSet({ response_id: id }),
      )
      .execute()
  }
}

const underWay = (db: Kysely<Tables>, { userId, id }: OwnedId) =>
  db
    .selectFrom('responses')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('under_way', '=', 1n)

async function end(
  db: Kysely<Tables>,
  of: OwnedId,
  { response, items }: { response: string; items: readonly string[] },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('responses')
      .set({
        response,
        bytes: sql<bigint>`bytes + ${BigInt(Buffer.byteLength(response))}`,
        under_way: 0n,
      })
      .where('user_id', '=', of.userId)
      .where('id', '=', of.id)
      .where('under_way', '=', 1n)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await keepItems(transaction, of, items)
  })
}

/** Processes report every ten seconds, and their clocks may differ. */
const silentMs = 120_000

async function isAlive(db: Kysely<Tables>, incarnation: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_incarnations')
    .select('id')
    .where('id', '=', incarnation)
    .where('ended_at', 'is', null)
    .where('heartbeat_at', '>', BigInt(now - silentMs))
    .executeTakeFirst()
  return row !== undefined
}

async function remove(db: Kysely<Tables>, { userId, id }: OwnedId): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    await removeWithResponses(transaction, userId, [id])
    const { numDeletedRows } = await transaction
      .deleteFrom('responses')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
}
