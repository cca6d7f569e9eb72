import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { archivedUntil } from './archive-log.ts'
import { cleanedUntil } from './clean-log.ts'
import { inRollups } from './rollups/rollup-rows.ts'
import { filtered, type LogFilter, narrowed, summedTypes } from './log-filter.ts'
import { planSums, type RolledHours } from './sums-plan.ts'

/** Sums over a filter. Requests are those that were charged or free; errors are apart. */
export type Sums = {
  readonly requests: number
  readonly failures: number
  readonly errors: number
  readonly quota: bigint
  readonly inputTokens: number
  readonly outputTokens: number
  readonly averageFirstContentMs: number | null
  /** Epoch milliseconds from when rows are counted that no roll-up knows; 0: nothing is missing. */
  readonly rowsSince: number
}

type Parts = Record<
  'requests' | 'failures' | 'errors' | 'quota' | 'input' | 'output' | 'waited' | 'streams',
  bigint
>

/**
 * Whole hours come from the roll-ups, what is left of the first and the last hour from the rows: a
 * sum over months is a sum over hours. A filter that the roll-ups do not know goes to the rows.
 */
export async function sumsOf(db: Kysely<Tables>, asked: LogFilter): Promise<Sums> {
  const filter = await withAccount(db, asked)
  const { hours, rows } = planSums(filter)
  const [parts, rowsSince] = await Promise.all([
    Promise.all([
      ...(hours === null ? [] : [fromRollup(db, hours)]),
      ...rows.map((edge) => fromRows(db, edge)),
    ]),
    missingBefore(
      db,
      rows.map(({ start_timestamp: start }) => start * 1_000),
    ),
  ])
  return { ...sumsFrom(parts), rowsSince }
}

/** The true beginning of rows that begin so early: after the last that was put away or deleted. 0: as early. */
export async function missingBefore(
  db: Kysely<Tables>,
  starts: readonly number[],
): Promise<number> {
  if (starts.length === 0) return 0
  const since = Math.max(...(await Promise.all([archivedUntil(db), cleanedUntil(db)])))
  return Math.min(...starts) < since ? since : 0
}

/** A name that is one account's: the roll-ups know accounts, not names. */
export async function withAccount(db: Kysely<Tables>, filter: LogFilter): Promise<LogFilter> {
  if (filter.username === '' || filter.userId !== null) return filter
  const { userIds = [] } = await narrowed(db, filter)
  const [only] = userIds
  return only === undefined || userIds.length > 1
    ? filter
    : { ...filter, userId: only, username: '' }
}

const total = (expression: ReturnType<typeof sql>) =>
  sql<bigint>`cast(coalesce(sum(${expression}), 0) as bigint)`

async function fromRollup(db: Kysely<Tables>, wanted: RolledHours): Promise<Parts> {
  const untilLast = wanted.lastHour === null ? sql`` : sql`and hour <= ${BigInt(wanted.lastHour)}`
  const ofModel = wanted.model === '' ? sql`` : sql`and model = ${wanted.model}`
  const rows = inRollups(
    (table) => sql`
      select requests, errors, refusals, quota, input_tokens, output_tokens, first_content_ms,
        first_content_count
      from ${table} where scope = ${wanted.scope} and scope_id = ${wanted.scopeId}
        and hour >= ${BigInt(wanted.firstHour)} ${untilLast} ${ofModel}`,
  )
  return db
    .selectFrom(rows.as('used'))
    .select([
      total(sql`requests - refusals`).as('requests'),
      total(sql`errors - refusals`).as('failures'),
      total(sql`errors`).as('errors'),
      total(sql`quota`).as('quota'),
      total(sql`input_tokens`).as('input'),
      total(sql`output_tokens`).as('output'),
      total(sql`first_content_ms`).as('waited'),
      total(sql`first_content_count`).as('streams'),
    ])
    .executeTakeFirstOrThrow()
}

/** Rows of model calls and of charges given back. Money given or corrected is in the log too, and in no sum. */
async function fromRows(db: Kysely<Tables>, filter: LogFilter): Promise<Parts> {
  return filtered(db, await narrowed(db, filter))
    .where('type', 'in', summedTypes)
    .select([
      total(sql`case when type = 2 or (type = 5 and channel_id <> 0) then 1 else 0 end`).as(
        'requests',
      ),
      total(sql`case when type = 5 and channel_id <> 0 then 1 else 0 end`).as('failures'),
      total(sql`case when type = 5 then 1 else 0 end`).as('errors'),
      total(sql`quota`).as('quota'),
      total(sql`input_tokens`).as('input'),
      total(sql`output_tokens`).as('output'),
      total(sql`first_content_ms`).as('waited'),
      total(sql`case when first_content_ms is null then 0 else 1 end`).as('streams'),
    ])
    .executeTakeFirstOrThrow()
}

function sumsFrom(parts: readonly Parts[]): Omit<Sums, 'rowsSince'> {
  const sum = (key: keyof Parts): bigint =>
    parts.reduce((result, part) => result + BigInt(part[key]), 0n)
  const streams = sum('streams')
  return {
    requests: Number(sum('requests')),
    failures: Number(sum('failures')),
    errors: Number(sum('errors')),
    quota: sum('quota'),
    inputTokens: Number(sum('input')),
    outputTokens: Number(sum('output')),
    averageFirstContentMs: streams === 0n ? null : Number(sum('waited')) / Number(streams),
  }
}
