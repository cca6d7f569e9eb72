import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { closest } from '../../lib/search.ts'

/** Finds accounts by number, username or display name. */
export const searchAccounts = (db: Kysely<Tables>, text: string, most: number) =>
  closest(
    db
      .selectFrom('users')
      .select(['id', 'username', 'display_name'])
      .where('deleted_at', 'is', null),
    { table: 'users', text, names: ['username', 'display_name'], most },
  ).execute()
