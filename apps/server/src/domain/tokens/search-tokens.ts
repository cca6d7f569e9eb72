import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { closest } from '../../lib/search.ts'

/** Somebody's own tokens by number or name. */
export const searchTokens = (
  db: Kysely<Tables>,
  userId: bigint,
  { text, most }: { text: string; most: number },
) =>
  closest(
    db
      .selectFrom('tokens')
      .select(['id', 'name'])
      .where('user_id', '=', userId)
      .where('hidden', '=', 0n)
      .where('deleted_at', 'is', null),
    { text, names: ['name'], most },
  ).execute()
