import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { filtered, type LogFilter, narrowed } from './log-filter.ts'

/** `after_id` 0: none. `order` is `created_at` for the oldest first, anything else for the newest. */
export type LogPaging = {
  readonly page: number
  readonly size: number
  readonly order: string
  readonly after_id: number
}

/** Counting stops here: nobody pages further by number, and an exact count of millions is slow. */
export const countMax = 10_000

/**
 * By key set the rows next to the cursor, on either side of it; else by offset within the first
 * 10 000. `more`: whether there are others beyond them, on the side to which was read.
 */
export async function pageOf(
  db: Kysely<Tables>,
  filter: LogFilter,
  paging: LogPaging,
): Promise<{ rows: Selectable<Tables['usage_log']>[]; more: boolean }> {
  const { size, after_id: after } = paging
  const { before_id: before } = filter
  const ascending = paging.order === 'created_at'
  const upwards = after > 0 || (before === 0 && ascending)
  const found = await filtered(db, await narrowed(db, filter))
    .selectAll()
    .$if(after > 0, (rows) => rows.where('id', '>', BigInt(after)))
    .$if(after === 0 && before > 0, (rows) => rows.where('id', '<', BigInt(before)))
    .$if(after === 0 && before === 0, (rows) =>
      rows.offset(Math.min((paging.page - 1) * size, countMax)),
    )
    .orderBy('id', upwards ? 'asc' : 'desc')
    .limit(size + 1)
    .execute()
  const rows = found.slice(0, size)
  return { rows: upwards === ascending ? rows : rows.toReversed(), more: found.length > size }
}
