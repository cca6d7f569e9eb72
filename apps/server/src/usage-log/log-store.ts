import type { LogQuery } from '@posthouse/contract/log'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../db/tables.ts'

export type LogRow = Selectable<Tables['usage_log']>

/** What a log is filtered by. `userId` null: everybody's. */
export type LogFilter = Omit<z.output<typeof LogQuery>, 'page' | 'size' | 'order'> & {
  readonly userId: bigint | null
}

export type LogStore = ReturnType<typeof createLogStore>

/** Counting stops here: nobody pages further by number, and an exact count of millions is slow. */
export const countMax = 10_000

export function createLogStore(db: Kysely<Tables>) {
  return {
    /** Newest first by key set (`before_id`), or by offset within the first 10 000. */
    async page(filter: LogFilter, paging: { page: number; size: number; order: string }) {
      const ascending = paging.order === 'created_at'
      const rows = filtered(db, filter)
        .selectAll()
        .orderBy('id', ascending ? 'asc' : 'desc')
        .limit(paging.size)
      if (filter.before_id > 0) return rows.where('id', '<', BigInt(filter.before_id)).execute()
      return rows.offset(Math.min((paging.page - 1) * paging.size, countMax)).execute()
    },

    async count(filter: LogFilter): Promise<{ total: number; capped: boolean }> {
      const { count } = await db
        .selectFrom(
          filtered(db, filter)
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

    sums: (filter: LogFilter) => sums(db, filter),
  }
}

export function filtered(db: Kysely<Tables>, filter: LogFilter) {
  let rows = db.selectFrom('usage_log')
  if (filter.userId !== null) rows = rows.where('user_id', '=', filter.userId)
  if (filter.log_type !== 0) rows = rows.where('type', '=', BigInt(filter.log_type))
  if (filter.start_timestamp > 0) {
    rows = rows.where('created_at', '>=', BigInt(filter.start_timestamp) * 1_000n)
  }
  if (filter.end_timestamp > 0) {
    rows = rows.where('created_at', '<=', BigInt(filter.end_timestamp) * 1_000n + 999n)
  }
  if (filter.channel_id > 0) rows = rows.where('channel_id', '=', BigInt(filter.channel_id))
  const equal = [
    ['model', filter.model_name],
    ['token_name', filter.token_name],
    ['request_id', filter.request_id],
    ['username', filter.username],
    ['source_ip', filter.source_ip],
  ] as const
  for (const [column, value] of equal) {
    if (value !== '') rows = rows.where(column, '=', value)
  }
  return rows
}

const add = (column: string) => sql<bigint>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/** Sums over the rows themselves: exact for any filter and to the millisecond. */
async function sums(db: Kysely<Tables>, filter: LogFilter) {
  const row = await filtered(db, filter)
    .select([
      sql<bigint>`cast(coalesce(sum(case when type = 2 then 1 else 0 end), 0) as bigint)`.as(
        'requests',
      ),
      sql<bigint>`cast(coalesce(sum(case when type = 5 then 1 else 0 end), 0) as bigint)`.as(
        'errors',
      ),
      sql<bigint>`cast(coalesce(sum(case when type = 2 then quota else 0 end), 0) as bigint)`.as(
        'quota',
      ),
      add('input_tokens').as('input'),
      add('output_tokens').as('output'),
      add('first_content_ms').as('waited'),
      sql<bigint>`count(first_content_ms)`.as('streams'),
    ])
    .executeTakeFirstOrThrow()
  return {
    requests: Number(row.requests),
    errors: Number(row.errors),
    quota: BigInt(row.quota),
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
    averageFirstContentMs:
      BigInt(row.streams) === 0n ? null : Number(row.waited) / Number(row.streams),
  }
}
