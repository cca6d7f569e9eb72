import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { SeriesBy } from './log-series.ts'

/** Today's names of a series, by key; a deleted thing keeps its last name. */
export async function seriesNames(
  db: Kysely<Tables>,
  by: SeriesBy,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (by === 'none' || keys.length === 0) return new Map()
  if (by === 'model') return new Map(keys.map((key) => [key, key]))
  const ids = keys.map(BigInt)
  const rows =
    by === 'user'
      ? await db
          .selectFrom('users')
          .select(['id', 'username as name'])
          .where('id', 'in', ids)
          .execute()
      : await db
          .selectFrom(by === 'token' ? 'tokens' : 'channels')
          .select(['id', 'name'])
          .where('id', 'in', ids)
          .execute()
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
