import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { filtered, type LogFilter, narrowed } from './log-filter.ts'
import { sumsOf } from './log-sums.ts'

export type LogRow = Selectable<Tables['usage_log']>

export type LogStore = ReturnType<typeof createLogStore>

/** Counting stops here: nobody pages further by number, and an exact count of millions is slow. */
const countMax = 10_000

export function createLogStore(db: Kysely<Tables>) {
  return {
    /** Newest first by key set (`before_id`), or by offset within the first 10 000. */
    async page(filter: LogFilter, paging: { page: number; size: number; order: string }) {
      const ascending = paging.order === 'created_at'
      const rows = filtered(db, await narrowed(db, filter))
        .selectAll()
        .orderBy('id', ascending ? 'asc' : 'desc')
        .limit(paging.size)
      if (filter.before_id > 0) return rows.where('id', '<', BigInt(filter.before_id)).execute()
      return rows.offset(Math.min((paging.page - 1) * paging.size, countMax)).execute()
    },

    /** What reads a filter's rows page after page, newest first, each page below the id it is given. */
    async walk(filter: LogFilter, size: number) {
      const narrow = await narrowed(db, filter)
      return (before: bigint | null): Promise<LogRow[]> =>
        filtered(db, narrow)
          .selectAll()
          .$if(before !== null, (rows) => rows.where('id', '<', before))
          .orderBy('id', 'desc')
          .limit(size)
          .execute()
    },

    async count(filter: LogFilter): Promise<{ total: number; capped: boolean }> {
      const narrow = await narrowed(db, filter)
      const { count } = await db
        .selectFrom(
          filtered(db, narrow)
            .select('id')
            .limit(countMax + 1)
            .as('some'),
        )
        .select((expression) => expression.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow()
      const total = Number(count)
      return { total: Math.min(total, countMax), capped: total > countMax }
    },

    /** By log id or by request id. */
    async find(idText: string): Promise<LogRow | null> {
      const row = await db
        .selectFrom('usage_log')
        .selectAll()
        .$if(/^\d+$/.test(idText), (query) => query.where('id', '=', BigInt(idText)))
        .$if(!/^\d+$/.test(idText), (query) => query.where('request_id', '=', idText))
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return row ?? null
    },

    attemptsOf: (request: string): Promise<Selectable<Tables['attempts']>[]> =>
      db
        .selectFrom('attempts')
        .selectAll()
        .where('request_id', '=', request)
        .orderBy('number')
        .execute(),

    /** From the roll-ups where they can answer, else from the rows. Both tell the same. */
    sums: (filter: LogFilter) => sumsOf(db, filter),
  }
}
