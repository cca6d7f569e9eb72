import type { Expression, Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Removes rows that belong to these responses. */
export async function removeWithResponses(
  db: Kysely<Tables>,
  userId: bigint,
  ids: readonly string[] | Expression<string>,
): Promise<void> {
  for (const table of ['response_items', 'response_events'] as const) {
    await db
      .deleteFrom(table)
      .where('user_id', '=', userId)
      .where('response_id', 'in', ids)
      .execute()
  }
}
