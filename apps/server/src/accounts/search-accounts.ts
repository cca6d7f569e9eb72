import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { matching } from '../lib/search.ts'

/** Accounts by number, username or display name. */
export function searchAccounts(db: Kysely<Tables>, text: string, most: number) {
  const { found, rank } = matching(text, { id: 'id', names: ['username', 'display_name'] })
  return db
    .selectFrom('users')
    .select(['id', 'username', 'display_name'])
    .where('deleted_at', 'is', null)
    .where(found)
    .orderBy(rank)
    .orderBy('id')
    .limit(most)
    .execute()
}
