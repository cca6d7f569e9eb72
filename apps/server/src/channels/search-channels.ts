import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { matching } from '../lib/search.ts'

/** Channels by number or name. */
export function searchChannels(db: Kysely<Tables>, text: string, most: number) {
  const { found, rank } = matching(text, { id: 'id', names: ['name'] })
  return db
    .selectFrom('channels')
    .select(['id', 'name', 'status'])
    .where('deleted_at', 'is', null)
    .where(found)
    .orderBy(rank)
    .orderBy('id')
    .limit(most)
    .execute()
}
