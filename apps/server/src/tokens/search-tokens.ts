import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { matching } from '../lib/search.ts'

/** Somebody's own tokens by number or name. */
export function searchTokens(
  db: Kysely<Tables>,
  userId: bigint,
  { text, most }: { text: string; most: number },
) {
  const { found, rank } = matching(text, { id: 'id', names: ['name'] })
  return db
    .selectFrom('tokens')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('hidden', '=', 0n)
    .where('deleted_at', 'is', null)
    .where(found)
    .orderBy(rank)
    .orderBy('id')
    .limit(most)
    .execute()
}
