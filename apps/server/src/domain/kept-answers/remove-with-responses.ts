import type { Expression, Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** What belongs to these responses of a user goes with them. */
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
