import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { calendarStarts, type CalendarStep, stepFor } from '../../lib/calendar.ts'
import { filtered, type LogFilter, narrowed, summedTypes } from './log-filter.ts'
import { inRollups } from './rollups/rollup-rows.ts'
import { missingBefore, withAccount } from './log-sums.ts'
import { isKnownToRollup, scopeOf } from './sums-plan.ts'
import { type HourRun, planSeries, type RowSpan } from './series-plan.ts'

/** The subject of a series. */
export type SeriesBy = 'model' | 'token' | 'channel' | 'user' | 'none'

export type SeriesQuery = {
  readonly filter: LogFilter
  /** `auto`: what suits the length. */
  readonly step: CalendarStep | 'auto'
  readonly timeZone: string
  readonly by: SeriesBy
  readonly now: number
}

/** The part of a series that lies in one bucket. Requests are those that reached a channel, as in the sums. */
export type SeriesPart = {
  readonly place: number
  readonly key: string
  readonly requests: number
  readonly failures: number
  readonly errors: number
  readonly quota: bigint
  readonly input: number
  readonly output: number
}

type Series = {
  readonly step: CalendarStep
  readonly starts: number[]
  readonly parts: SeriesPart[]
  /** As in the sums: from when rows are counted that no roll-up knows. */
  readonly rowsSince: number
}

/** Buckets that a chart may have. */
export const bucketsMax = 1_000

/**
 * The sums of a filter by calendar step and by model, token, channel or user. Whole hours come from
 * the roll-ups, the rest and what they do not know from rows: all parts together are the sums of the
 * filter. Null: there would be too many buckets.
 */
export async function seriesOf(
  db: Kysely<Tables>,
  { filter: asked, by, now, step: wanted, timeZone }: SeriesQuery,
): Promise<Series | null> {
  const filter = await withAccount(db, asked)
  const source = wanted === 'minute' ? null : sourceOf(filter, by)
  const span = await spanOf(db, filter, { now, isRolledUp: source !== null })
  const filterStart = filter.start_timestamp * 1_000
  if (span === null) {
    const rowsSince = source === null ? await missingBefore(db, [filterStart]) : 0
    return { step: wanted === 'auto' ? 'day' : wanted, starts: [], parts: [], rowsSince }
  }
  const step = wanted === 'auto' ? stepFor(span) : wanted
  const starts = calendarStarts(span, { step, timeZone }, bucketsMax)
  if (starts === null) return null
  if (source === null) {
    const slot = step === 'minute' ? minuteMs : quarterMs
    const rows = await fromFilter(db, filter, { by, slot })
    const place = (row: PartRow) => placeIn(starts, Number(row.place * slot))
    const parts = rows.map((row) => ({ ...partFrom(row), place: place(row) }))
    return {
      step,
      starts,
      parts,
      rowsSince: await missingBefore(db, [filterStart]),
    }
  }
  const { hours, spans } = planSeries(starts, span)
  const [rolled, edges] = await Promise.all([
    rolledUp(db, source, { model: filter.model_name, hours }),
    fromSpans(db, { filter, by, spans }),
  ])
  const rowsSince = await missingBefore(
    db,
    spans.map(({ from }) => from),
  )
  return { step, starts, parts: [...rolled, ...edges].map(partFrom), rowsSince }
}

/** From when to when, in milliseconds, both included. Without bounds: all that there is, until now. */
async function spanOf(
  db: Kysely<Tables>,
  { start_timestamp, end_timestamp }: LogFilter,
  { now, isRolledUp }: { readonly now: number; readonly isRolledUp: boolean },
): Promise<{ from: number; to: number } | null> {
  const edge = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('usage_log')
      .select('created_at')
      .orderBy('created_at', direction)
      .limit(1)
      .executeTakeFirst()
  const oldest = async (): Promise<number> => {
    const row = Number((await edge('asc'))?.created_at ?? 0n)
    const hour = isRolledUp ? await oldestHour(db) : 0
    return row === 0 || (hour > 0 && hour < row) ? hour : row
  }
  const from = start_timestamp > 0 ? start_timestamp * 1_000 : await oldest()
  if (from === 0) return null
  // A node whose clock is ahead may have written what comes after now.
  const to =
    end_timestamp > 0
      ? end_timestamp * 1_000 + 999
      : Math.max(now, Number((await edge('desc'))?.created_at ?? 0n))
  return from > to ? null : { from, to }
}

/** The first hour with a call, in milliseconds: its rows may have been put away. 0: there was none. */
async function oldestHour(db: Kysely<Tables>): Promise<number> {
  const firstHours = inRollups(
    (table) => sql`select min(hour) as hour from ${table} where scope = 'all' and hour > 0`,
  )
  const { rows } = await sql<{ hour: bigint | null }>`
    select min(hour) as hour from ${firstHours} as firsts`.execute(db)
  return Number(rows[0]?.hour ?? 0n) * hourMs
}

const hourMs = 3_600_000

type Source = {
  readonly scope: 'all' | 'user' | 'channel' | 'token'
  /** Whose; null: everybody's. */
  readonly ids: RawBuilder<unknown> | null
  readonly key: RawBuilder<string>
  /**
   * The whole of these parts, read by the same statement: refusals before a channel was chosen are in
   * no roll-up of channels.
   */
  readonly restOf?: 'all'
}

const scopeId = sql<string>`cast(used.scope_id as text)`
const whole = '*'
const partOrWhole = sql<string>`case when used.scope = 'all' then ${sql.lit(whole)} else ${scopeId} end`

/** The roll-up that knows a filter and can tell its parts apart; null: none does. */
function sourceOf(filter: LogFilter, by: SeriesBy): Source | null {
  if (!isKnownToRollup(filter)) return null
  if (by === 'user' || by === 'token') return filter.channel_id === 0 ? partsOf(by, filter) : null
  const scope = scopeOf(filter)
  if (scope === null) return null
  const ids = sql`(${scope.scopeId})`
  if (by !== 'channel') {
    const key = by === 'model' ? sql<string>`used.model` : sql<string>`''`
    return { scope: scope.scope, ids, key }
  }
  if (scope.scope === 'user') return null
  return scope.scope === 'all'
    ? { scope: 'channel', ids: null, key: partOrWhole, restOf: 'all' }
    : { scope: 'channel', ids, key: scopeId }
}

/** Users or tokens, everybody's or one account's. */
function partsOf(scope: 'user' | 'token', { userId }: LogFilter): Source {
  if (userId === null) return { scope, ids: null, key: scopeId }
  const own = sql`(select id from tokens where user_id = ${userId})`
  return { scope, ids: scope === 'user' ? sql`(${userId})` : own, key: scopeId }
}

type PartRow = {
  place: bigint
  key: string
  requests: bigint
  failures: bigint
  errors: bigint
  quota: bigint
  input: bigint
  output: bigint
}

const partFrom = (row: PartRow): SeriesPart => ({
  place: Number(row.place),
  key: row.key,
  requests: Number(row.requests),
  failures: Number(row.failures),
  errors: Number(row.errors),
  quota: BigInt(row.quota),
  input: Number(row.input),
  output: Number(row.output),
})

const sum = (expression: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql<bigint>`cast(coalesce(sum(${expression}), 0) as bigint)`

type RollupQuery = { readonly model: string; readonly hours: readonly HourRun[] }

async function rolledUp(
  db: Kysely<Tables>,
  source: Source,
  asked: RollupQuery,
): Promise<PartRow[]> {
  const rows = await fromRollup(db, source, asked)
  if (source.restOf === undefined) return rows
  const parts = rows.filter(({ key }) => key !== whole && key !== '0')
  const wholes = rows.filter(({ key }) => key === whole)
  return [...parts, ...wholes.map((row) => ({ ...without(row, parts), key: '0' }))]
}

/** A whole without the parts of its bucket. */
function without(row: PartRow, parts: readonly PartRow[]): PartRow {
  const own = parts.filter(({ place }) => place === row.place)
  const left = (
    figure: 'requests' | 'failures' | 'errors' | 'quota' | 'input' | 'output',
  ): bigint => own.reduce((rest, part) => rest - BigInt(part[figure]), BigInt(row[figure]))
  return {
    ...row,
    requests: left('requests'),
    failures: left('failures'),
    errors: left('errors'),
    quota: left('quota'),
    input: left('input'),
    output: left('output'),
  }
}

async function fromRollup(
  db: Kysely<Tables>,
  source: Source,
  { model, hours }: RollupQuery,
): Promise<PartRow[]> {
  if (hours.length === 0) return []
  const runs = sql.join(hours.map(({ place, first, last }) => sql`(${place}, ${first}, ${last})`))
  const scopes = sql.join(
    source.restOf === undefined ? [source.scope] : [source.scope, source.restOf],
  )
  const ofIds = source.ids === null ? sql`` : sql`and used.scope_id in ${source.ids}`
  const ofModel = model === '' ? sql`` : sql`and used.model = ${model}`
  const rows = inRollups(
    (table) => sql`
      select runs.place, used.scope, used.scope_id, used.model, used.requests, used.errors,
        used.refusals, used.quota, used.input_tokens, used.output_tokens
      from runs join ${table} as used on used.scope in (${scopes}) ${ofIds} ${ofModel}
        and used.hour >= cast(runs.first_hour as bigint)
        and used.hour <= cast(runs.last_hour as bigint)`,
  )
  const { rows: parts } = await sql<PartRow>`
    with runs (place, first_hour, last_hour) as (values ${runs})
    select cast(used.place as bigint) as place, ${source.key} as key,
      ${sum(sql`used.requests - used.refusals`)} as requests,
      ${sum(sql`used.errors - used.refusals`)} as failures, ${sum(sql`used.errors`)} as errors,
      ${sum(sql`used.quota`)} as quota,
      ${sum(sql`used.input_tokens`)} as input, ${sum(sql`used.output_tokens`)} as output
    from ${rows} as used
    group by 1, 2`.execute(db)
  return parts
}

const keyOfRow = {
  model: sql<string>`usage_log.model`,
  token: sql<string>`cast(usage_log.token_id as text)`,
  channel: sql<string>`cast(usage_log.channel_id as text)`,
  user: sql<string>`cast(usage_log.user_id as text)`,
  none: sql<string>`''`,
} as const satisfies Record<SeriesBy, RawBuilder<string>>

const sumsOfRows = [
  sum(
    sql`case when usage_log.type = 2 or (usage_log.type = 5 and usage_log.channel_id <> 0) then 1 else 0 end`,
  ).as('requests'),
  sum(sql`case when usage_log.type = 5 and usage_log.channel_id <> 0 then 1 else 0 end`).as(
    'failures',
  ),
  sum(sql`case when usage_log.type = 5 then 1 else 0 end`).as('errors'),
  sum(sql`usage_log.quota`).as('quota'),
  sum(sql`usage_log.input_tokens`).as('input'),
  sum(sql`usage_log.output_tokens`).as('output'),
] as const

/** Rows of a few short spans: found by their time. */
async function fromSpans(
  db: Kysely<Tables>,
  { filter, by, spans }: { filter: LogFilter; by: SeriesBy; spans: readonly RowSpan[] },
): Promise<PartRow[]> {
  if (spans.length === 0) return []
  const values = sql.join(spans.map(({ place, from, to }) => sql`(${place}, ${from}, ${to})`))
  const anyTime = { ...filter, start_timestamp: 0, end_timestamp: 0 }
  return filtered(db, anyTime)
    .innerJoin(sql`(values ${values})`.as('spans'), (join) =>
      join
        .on(sql<boolean>`usage_log.created_at >= cast(spans.column2 as bigint)`)
        .on(sql<boolean>`usage_log.created_at < cast(spans.column3 as bigint)`),
    )
    .where('type', 'in', summedTypes)
    .select([
      sql<bigint>`cast(spans.column1 as bigint)`.as('place'),
      keyOfRow[by].as('key'),
      ...sumsOfRows,
    ])
    .groupBy([sql`1`, sql`2`])
    .execute()
}

const quarterMs = 900_000n
const minuteMs = 60_000n

/** Every row of a filter, in slots that no step divides: `place` is the slot. */
async function fromFilter(
  db: Kysely<Tables>,
  filter: LogFilter,
  { by, slot }: { by: SeriesBy; slot: bigint },
): Promise<PartRow[]> {
  return filtered(db, await narrowed(db, filter))
    .where('type', 'in', summedTypes)
    .select([
      sql<bigint>`usage_log.created_at / ${sql.lit(slot)}`.as('place'),
      keyOfRow[by].as('key'),
      ...sumsOfRows,
    ])
    .groupBy([sql`1`, sql`2`])
    .execute()
}

/** The bucket in which a slot lies. */
function placeIn(starts: readonly number[], instant: number): number {
  const after = starts.findIndex((start) => start > instant)
  // Only the first bucket can begin after the slot of a row that the filter lets through.
  return after === -1 ? starts.length - 1 : Math.max(0, after - 1)
}
