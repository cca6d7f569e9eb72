import { type Kysely, sql } from 'kysely'
import { removeWithResponses } from './remove-with-responses.ts'
import type { Tables } from '../../db/tables.ts'
import type { RetentionTerms } from './keeping-terms.ts'

/*
 * Storing is OpenAI's default, even for clients that never continue a response. So a full store refuses nothing; the oldest responses
 * are removed instead.
 */

/** Per cent left after making room, so that not every turn has to. */
const leftPercent = 90

/** How long a measured size is used, plus what this node adds. Other nodes add as well. */
const measuredMs = 60_000

const usersMost = 10_000

/** A response that was just written. */
type ResponseWrite = { readonly userId: bigint; readonly bytes: number }

export type KeptRoom = {
  /** Removes a user's oldest responses if the store is full. */
  make(db: Kysely<Tables>, written: ResponseWrite, terms: RetentionTerms): Promise<void>
}

export function createKeptRoom(): KeptRoom {
  const measures = new Map<bigint, { readonly bytes: number; readonly at: number }>()
  return {
    make: async (db, { userId, bytes }, { now, userBytesMax }) => {
      const known = measures.get(userId)
      const isGood = known !== undefined && now - known.at < measuredMs
      if (!isGood && measures.size >= usersMost) measures.clear()
      const measure = isGood
        ? { bytes: known.bytes + bytes, at: known.at }
        : { bytes: await heldBy(db, userId), at: now }
      measures.set(userId, measure)
      if (measure.bytes <= userBytesMax) return
      measures.delete(userId)
      await removeOldest(db, userId, Math.floor((userBytesMax * leftPercent) / 100))
    },
  }
}

async function heldBy(db: Kysely<Tables>, userId: bigint): Promise<number> {
  const { bytes } = await db
    .selectFrom('responses')
    .select(({ fn }) => fn.sum('bytes').as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Keeps the newest responses up to `left` bytes, and those in progress. */
async function removeOldest(db: Kysely<Tables>, userId: bigint, left: number): Promise<void> {
  const oldest = sql<string>`(
    select id from (
      select id, under_way, sum(bytes) over (order by created_at desc, id desc) as newer
      from responses where user_id = ${userId}
    ) as aged where newer > ${BigInt(left)} and under_way = 0
  )`
  await removeWithResponses(db, userId, oldest)
  await db.deleteFrom('responses').where('user_id', '=', userId).where('id', 'in', oldest).execute()
}
