import { logType } from '@posthouse/contract/log'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { DatabaseDialect } from '../../db/connection.ts'
import type { Tables } from '../../db/tables.ts'
import { latenciesOf } from './rollups/latencies.ts'
import { metersOf } from './rollups/meters.ts'
import { filtered, type LogFilter, narrowed } from './log-filter.ts'
import { countMax, type LogPaging, pageOf } from './log-page.ts'
import { sumsOf } from './log-sums.ts'
import { failuresOf } from './rollups/failures.ts'
import { writtenOffOf } from './written-off.ts'

export type LogRow = Selectable<Tables['usage_log']>

export type LogStore = ReturnType<typeof createLogStore>

export function createLogStore(db: Kysely<Tables>, dialect: DatabaseDialect) {
  return {
    page: (filter: LogFilter, paging: LogPaging) => pageOf(db, filter, paging),

    /** A reader of a filter's rows page after page, newest first, each page below the id it is given. */
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
        // A charge that was given back has its call's id: the call is what is asked for.
        .orderBy(sql`case when type = 6 then 1 else 0 end`)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return row ?? null
    },

    lastModelsOf: (userId: bigint) => lastModelsOf(db, userId),

    attemptsOf: (request: string): Promise<Selectable<Tables['attempts']>[]> =>
      db
        .selectFrom('attempts')
        .selectAll()
        .where('request_id', '=', request)
        .orderBy('number')
        .execute(),

    /** From the roll-ups where they can answer, else from the rows. Both tell the same. */
    sums: (filter: LogFilter) => sumsOf(db, filter),
    meters: (filter: LogFilter) => metersOf({ db, dialect }, filter),
    latencies: (filter: LogFilter, now: number) => latenciesOf(db, filter, now),
    failures: (asked: Parameters<typeof failuresOf>[1]) => failuresOf(db, asked),
    writtenOff: (filter: LogFilter) => writtenOffOf(db, filter),
  }
}

/** What succeeded longer ago than this many rows is no longer recent. */
const recentRows = 50

/** Models of an account's last calls that succeeded, the newest first. */
async function lastModelsOf(db: Kysely<Tables>, userId: bigint): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('usage_log')
    .select(['model', 'type'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(recentRows)
    .execute()
  const called = rows.filter(({ type }) => type === BigInt(logType.consumption))
  return [...new Set(called.map(({ model }) => model))]
}
