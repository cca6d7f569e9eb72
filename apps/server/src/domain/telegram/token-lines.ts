import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'

const shownMost = 10

/** A user's tokens, newest first, with masked keys. */
export async function tokenLines(
  userId: bigint,
  db: Kysely<Tables>,
): Promise<{ lines: string; more: number }> {
  const own = db
    .selectFrom('tokens')
    .where('user_id', '=', userId)
    .where('hidden', '=', 0n)
    .where('deleted_at', 'is', null)
  const tokens = await own
    .select(['name', 'key_prefix', 'key_tail'])
    .orderBy('id', 'desc')
    .limit(shownMost)
    .execute()
  const { count } = await own
    .select((is) => is.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const lines = tokens.map(({ name, key_prefix, key_tail }) => `${name}: ${key_prefix}…${key_tail}`)
  return { lines: lines.join('\n'), more: Number(count) - tokens.length }
}
