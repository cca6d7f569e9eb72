import { type Kysely, sql } from 'kysely'
import { removeWithResponses } from './remove-with-responses.ts'
import type { Tables } from '../../db/tables.ts'
import type { RetentionTerms } from './keeping-terms.ts'

/*
 * Clients that never go on from a response have them kept as well: that is OpenAI's default. So nothing is
 * refused when a user's place is full: what is oldest makes room.
 */

/** Of a full place, in percent: who fills it does not make room at every turn. */
const leftPercent = 90

/** The time for which a measure is good, with what this node adds to it: other nodes add as well. */
const measuredMs = 60_000

const usersMost = 10_000

/** A response that was written a moment ago. */
type ResponseWrite = { readonly userId: bigint; readonly bytes: number }

export type KeptRoom = {
  /** Takes away a user's oldest responses when the last one was too much. */
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

/** All but the newest that have `left` bytes together; what is being made stays. */
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
