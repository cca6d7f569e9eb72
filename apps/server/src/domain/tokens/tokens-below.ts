import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { filtered, type TokenFilter, withFigures } from './token-filter.ts'
import { type TokenWithFigures, tokenWithFigures } from './token-store.ts'

/** A page of what a filter finds among somebody's tokens below an id, newest first. */
export async function tokensBelow(
  db: Kysely<Tables>,
  of: { readonly userId: bigint; readonly filter: TokenFilter; readonly now: number },
  { before, size }: { before: bigint | null; size: number },
): Promise<TokenWithFigures[]> {
  const rows = await filtered(withFigures(db), of.userId, of.filter, of.now)
    .$if(before !== null, (some) => some.where('tokens.id', '<', before))
    .orderBy('tokens.id', 'desc')
    .limit(size)
    .execute()
  return rows.map(tokenWithFigures)
}
