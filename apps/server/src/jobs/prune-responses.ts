import type { Kysely, Transaction } from 'kysely'
import { removeWithResponses } from '../domain/kept-answers/remove-with-responses.ts'
import type { Tables } from '../db/tables.ts'

/** Rows of one statement: other writers wait for it. */
const rowsMost = 500

/**
 * Takes away what nobody can go on from any more: what has expired, and what a user left behind who is
 * gone. Answers how many responses and conversations that were.
 */
export async function pruneResponses(db: Kysely<Tables>, now: number): Promise<number> {
  let pruned = 0
  for (;;) {
    const removed =
      (await pruneSome(db, 'responses', now)) + (await pruneSome(db, 'conversations', now))
    pruned += removed
    if (removed === 0) return pruned
  }
}

async function pruneSome(
  db: Kysely<Tables>,
  table: 'responses' | 'conversations',
  now: number,
): Promise<number> {
  const gone = await db
    .selectFrom(table)
    .select(['user_id', 'id', 'expires_at'])
    .where((is) =>
      is.or([
        is('expires_at', '<=', BigInt(now)),
        is(
          'user_id',
          'in',
          is.selectFrom('users').select('users.id').where('deleted_at', 'is not', null),
        ),
      ]),
    )
    .limit(rowsMost)
    .execute()
  await db.transaction().execute(async (transaction) => {
    for (const row of gone) await prune(transaction, table, row)
  })
  return gone.length
}

type ExpiredRow = { readonly user_id: bigint; readonly id: string; readonly expires_at: bigint }

/** Unless it was used meanwhile. */
async function prune(
  transaction: Transaction<Tables>,
  table: 'responses' | 'conversations',
  { user_id, id, expires_at }: ExpiredRow,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom(table)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .where('expires_at', '=', expires_at)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  if (table === 'responses') return await removeWithResponses(transaction, user_id, [id])
  await transaction
    .deleteFrom('conversation_items')
    .where('user_id', '=', user_id)
    .where('conversation_id', '=', id)
    .execute()
}
