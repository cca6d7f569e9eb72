import { type Kysely, sql } from 'kysely'
import type { Fields } from '@posthouse/llm/parts/fields'
import type { Place } from '../../channels/decide.ts'
import type { Tables } from '../../db/tables.ts'

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
  readonly model: string
  /** As the client got it; empty where its supplier keeps it. */
  readonly response: Fields
  /** The turn's own input. */
  readonly input: readonly Fields[]
}

/** Epoch milliseconds. */
type Times = { readonly now: number; readonly expiresAt: number }

export type ResponseStore = {
  /**
   * Keeps a response. `items` are the ids of what a supplier keeps with it; `ancestors`, the turns that
   * it stands on, stay as long as it does.
   */
  keep(response: KeptResponse, more: Keeping): Promise<void>
  find(userId: bigint, id: string, now: number): Promise<KeptResponse | null>
  /** A response and the turns before it, the first one first. Null: it, or one before it, is not there. */
  chain(userId: bigint, id: string, now: number): Promise<readonly KeptResponse[] | null>
  /** Where the suppliers keep these items, as far as they are the user's. */
  placesOf(userId: bigint, itemIds: readonly string[], now: number): Promise<Map<string, Place>>
  /** False: there was none. */
  remove(userId: bigint, id: string): Promise<boolean>
}

type Keeping = Times & {
  readonly items: readonly string[]
  readonly ancestors: readonly string[]
}

/** Turns of one chain. Longer ones are cut by what a request may hold long before. */
const turnsMax = 2_000

export function createResponseStore(db: Kysely<Tables>): ResponseStore {
  /** What is being written on this node: a client may ask for what it was told a moment ago. */
  const underWay = new Map<string, Promise<void>>()
  const written = async (userId: bigint, id: string): Promise<void> =>
    underWay.get(`${userId}/${id}`)?.catch(() => {})
  return {
    keep: async (response, keeping) => {
      const name = `${response.userId}/${response.id}`
      const write = keep(db, response, keeping)
      underWay.set(name, write)
      try {
        await write
      } finally {
        if (underWay.get(name) === write) underWay.delete(name)
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
    placesOf: (userId, itemIds, now) => placesOf(db, { userId, itemIds, now }),
    remove: async (userId, id) => {
      await written(userId, id)
      return await remove(db, userId, id)
    },
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
    for (const item of items) {
      await transaction
        .insertInto('response_items')
        .values({ user_id, id: item, response_id: id })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'id']).doUpdateSet({ response_id: id }),
        )
        .execute()
    }
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

type ResponseRow = Tables['responses']

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

async function placesOf(
  db: Kysely<Tables>,
  { userId, itemIds, now }: { userId: bigint; itemIds: readonly string[]; now: number },
): Promise<Map<string, Place>> {
  if (itemIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('response_items')
    .innerJoin('responses', (join) =>
      join
        .onRef('responses.id', '=', 'response_items.response_id')
        .onRef('responses.user_id', '=', 'response_items.user_id'),
    )
    .select(['response_items.id', 'responses.channel_id', 'responses.key_id'])
    .where('response_items.user_id', '=', userId)
    .where('response_items.id', 'in', itemIds)
    .where('responses.expires_at', '>', BigInt(now))
    .execute()
  return new Map(
    rows.map(({ id, channel_id, key_id }) => [id, { channelId: channel_id, keyId: key_id }]),
  )
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
