import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Fields, objectsIn } from '@posthouse/llm/parts/fields'
import type { Place } from '../../channels/decide.ts'
import type { Tables } from '../../db/tables.ts'
import type { Owned } from './conversation-store.ts'
import type { Times } from './keeping-terms.ts'

/** A response that can be gone on from. */
export type KeptResponse = {
  readonly userId: bigint
  readonly id: string
  /** The turn before; empty: it is the first. */
  readonly previous: string
  /** The conversation that it is a turn of, up to the item after which it began. */
  readonly conversation: { readonly id: string; readonly last: bigint } | null
  /** Its supplier keeps it behind this key; null: it is all here. */
  readonly place: Place | null
  /** It is still being made. */
  readonly underWay: boolean
  readonly model: string
  /** As the client got it; empty where its supplier keeps it. */
  readonly response: Fields
  /** The turn's own input. */
  readonly input: readonly Fields[]
}

/** Kept by a supplier, or here. */
export type KeptItem = { readonly place: Place } | { readonly item: Fields }

export type ResponseStore = {
  /**
   * Keeps a response. `items` are the ids of its output; `ancestors`, the turns that it stands on, stay
   * as long as it does.
   */
  keep(response: KeptResponse, more: Keeping): Promise<void>
  find(userId: bigint, id: string, now: number): Promise<KeptResponse | null>
  /** A response and the turns before it, the first one first. Null: it, or one before it, is not there. */
  chain(userId: bigint, id: string, now: number): Promise<readonly KeptResponse[] | null>
  /** What of these is an item of one of the user's responses, and where it is. */
  itemsOf(
    userId: bigint,
    ids: readonly string[],
    now: number,
  ): Promise<ReadonlyMap<string, KeptItem>>
  /** False: there was none. */
  remove(userId: bigint, id: string): Promise<boolean>
  isUnderWay(of: Owned): Promise<boolean>
  /** What became of a response under way, once: what it was cancelled or deleted as stays. */
  end(of: Owned, response: Fields, items?: readonly string[]): Promise<void>
  /** Whether a life of a process goes on. */
  isAlive(incarnation: string, now: number): Promise<boolean>
}

type Keeping = Times & {
  readonly items: readonly string[]
  readonly ancestors: readonly string[]
}

/** Turns of one chain. Longer ones are cut by what a request may hold long before. */
const turnsMax = 2_000

export function createResponseStore(db: Kysely<Tables>): ResponseStore {
  /** What is being written on this node: a client may ask for what it was told a moment ago. */
  const writing = new Map<string, Promise<void>>()
  const written = async (userId: bigint, id: string): Promise<void> =>
    writing.get(`${userId}/${id}`)?.catch(() => {})
  return {
    keep: async (response, keeping) => {
      const name = `${response.userId}/${response.id}`
      const write = keep(db, response, keeping)
      writing.set(name, write)
      try {
        await write
      } finally {
        if (writing.get(name) === write) writing.delete(name)
      }
    },
    find: async (userId, id, now) => {
      await written(userId, id)
      const row = await present(db, userId, now).where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : responseFrom(row)
    },
    chain: async (userId, id, now) => {
      await written(userId, id)
      const rows = await chainOf(db, { userId, id, now })
      return rows.length === 0 || rows[0]?.previous_id !== '' ? null : rows.map(responseFrom)
    },
    itemsOf: (userId, ids, now) => itemsOf(db, { userId, ids, now }),
    remove: async (userId, id) => {
      await written(userId, id)
      return await remove(db, userId, id)
    },
    isUnderWay: async (of) => {
      const row = await underWay(db, of).select('id').executeTakeFirst()
      return row !== undefined
    },
    end: (of, response, items = []) => end(db, of, { response, items }),
    isAlive: (incarnation, now) => isAlive(db, incarnation, now),
  }
}

const present = (db: Kysely<Tables>, userId: bigint, now: number) =>
  db
    .selectFrom('responses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', BigInt(now))

async function keep(
  db: Kysely<Tables>,
  response: KeptResponse,
  { items, ancestors, now, expiresAt }: Keeping,
): Promise<void> {
  const row = rowOf(response, { now, expiresAt })
  const { user_id, id } = row
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('responses')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(row))
      .execute()
    await keepItems(transaction, { userId: user_id, id }, items)
    if (ancestors.length === 0) return
    // Half of the time at once: a turn does not write what stands before it anew.
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

type ResponseRow = Selectable<Tables['responses']>

async function keepItems(
  transaction: Transaction<Tables>,
  { userId, id }: Owned,
  items: readonly string[],
): Promise<void> {
  if (items.length === 0) return
  await transaction
    .insertInto('response_items')
    .values([...new Set(items)].map((item) => ({ user_id: userId, id: item, response_id: id })))
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ response_id: id }))
    .execute()
}

const underWay = (db: Kysely<Tables>, { userId, id }: Owned) =>
  db
    .selectFrom('responses')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('under_way', '=', 1n)

async function end(
  db: Kysely<Tables>,
  of: Owned,
  { response, items }: { response: Fields; items: readonly string[] },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('responses')
      .set({ response: JSON.stringify(response), under_way: 0n })
      .where('user_id', '=', of.userId)
      .where('id', '=', of.id)
      .where('under_way', '=', 1n)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await keepItems(transaction, of, items)
  })
}

/** Silence of a process that beats every ten seconds, by clocks that may differ. */
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

const rowOf = (kept: KeptResponse, { now, expiresAt }: Times): ResponseRow => ({
  user_id: kept.userId,
  id: kept.id,
  previous_id: kept.previous,
  conversation_id: kept.conversation?.id ?? '',
  conversation_last: kept.conversation?.last ?? 0n,
  channel_id: kept.place?.channelId ?? 0n,
  key_id: kept.place?.keyId ?? 0n,
  model: kept.model,
  response: kept.place === null ? JSON.stringify(kept.response) : '',
  input: kept.place === null ? JSON.stringify(kept.input) : '',
  under_way: kept.underWay ? 1n : 0n,
  created_at: BigInt(now),
  expires_at: BigInt(expiresAt),
})

/** What stands in the table was written by us alone. */
const responseFrom = (row: ResponseRow): KeptResponse => ({
  userId: row.user_id,
  id: row.id,
  previous: row.previous_id,
  conversation:
    row.conversation_id === '' ? null : { id: row.conversation_id, last: row.conversation_last },
  place: row.channel_id === 0n ? null : { channelId: row.channel_id, keyId: row.key_id },
  underWay: row.under_way === 1n,
  model: row.model,
  response: row.response === '' ? {} : (JSON.parse(row.response) as Fields),
  input: row.input === '' ? [] : (JSON.parse(row.input) as Fields[]),
})

/** First one first. Its first row has a turn before it when one is missing. */
async function chainOf(
  db: Kysely<Tables>,
  { userId, id, now }: { userId: bigint; id: string; now: number },
): Promise<ResponseRow[]> {
  const own = { userId, now: BigInt(now) }
  const { rows } = await sql<ResponseRow>`
    with recursive turns (id, previous_id, depth) as (
      select id, previous_id, 0 from responses
      where user_id = ${own.userId} and id = ${id} and expires_at > ${own.now}
      union all
      select responses.id, responses.previous_id, turns.depth + 1
      from turns join responses on responses.id = turns.previous_id
      where responses.user_id = ${own.userId} and responses.expires_at > ${own.now}
        and turns.depth < ${turnsMax} and turns.previous_id <> ''
    )
    select responses.* from turns join responses on responses.id = turns.id
    where responses.user_id = ${own.userId} order by turns.depth desc`.execute(db)
  // A supplier keeps the whole of what stands before its own: nothing of it is needed.
  const native = rows.at(-1)
  return native !== undefined && native.channel_id !== 0n ? [{ ...native, previous_id: '' }] : rows
}

/** Ids of one question. Whoever names more is told that the rest is not there. */
const idsMost = 5_000

async function itemsOf(
  db: Kysely<Tables>,
  { userId, ids, now }: { userId: bigint; ids: readonly string[]; now: number },
): Promise<ReadonlyMap<string, KeptItem>> {
  const found = new Map<string, KeptItem>()
  if (ids.length === 0) return found
  const named = await db
    .selectFrom('response_items')
    .select(['id', 'response_id'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids.slice(0, idsMost))
    .execute()
  if (named.length === 0) return found
  const responses = await present(db, userId, now)
    .where('id', 'in', [...new Set(named.map(({ response_id }) => response_id))])
    .execute()
  const kept = new Map(responses.map((row) => [row.id, responseFrom(row)]))
  for (const { id, response_id } of named) {
    const response = kept.get(response_id)
    if (response === undefined) continue
    const { place } = response
    const item = objectsIn(response.response['output']).find((each) => each['id'] === id)
    if (place !== null) found.set(id, { place })
    else if (item !== undefined) found.set(id, { item })
  }
  return found
}

async function remove(db: Kysely<Tables>, userId: bigint, id: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('response_items')
      .where('user_id', '=', userId)
      .where('response_id', '=', id)
      .execute()
    const { numDeletedRows } = await transaction
      .deleteFrom('responses')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
}
