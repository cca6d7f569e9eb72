import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { dayIn } from '../../../lib/zone.ts'
import { inRollups } from './rollup-rows.ts'

const hourMs = 3_600_000

/** One day and model of somebody's use. */
export type DayOfUse = {
  readonly day: string
  readonly model: string
  /** Without errors, as in every sum. */
  readonly requests: number
  readonly quota: bigint
  readonly inputTokens: number
  readonly outputTokens: number
  readonly durationMs: number
}

type SumOfDay = {
  day: string
  model: string
  requests: bigint
  quota: bigint
  input_tokens: bigint
  output_tokens: bigint
  duration_ms: bigint
}

type Day = { readonly day: string; readonly first: bigint; readonly last: bigint }

/** The days of a span as whole hours. A day of 23 or 25 hours has just those. */
function daysBetween(span: { from: number; to: number; timeZone: string }): Day[] {
  const hours = new Map<string, { first: number; last: number }>()
  const end = Math.floor(span.to / hourMs)
  for (let hour = Math.max(1, Math.floor(span.from / hourMs)); hour <= end; hour++) {
    const day = dayIn(hour * hourMs, span.timeZone)
    const known = hours.get(day)
    hours.set(day, { first: known?.first ?? hour, last: hour })
  }
  return [...hours].map(([day, { first, last }]) => ({
    day,
    first: BigInt(first),
    last: BigInt(last),
  }))
}

export type RollupStore = ReturnType<typeof createRollupStore>

/** Reads the hourly sums that settlements keep. */
export function createRollupStore(db: Kysely<Tables>) {
  return {
    /** Days of a user in their time zone, by model. Hours are joined, so clocks may change between. */
    async daysOf(
      userId: bigint,
      span: { from: number; to: number; timeZone: string },
    ): Promise<DayOfUse[]> {
      const days = daysBetween(span)
      const table = sql.join(days.map(({ day, first, last }) => sql`(${day}, ${first}, ${last})`))
      const ofDays = inRollups(
        (rollup) => sql`
          select days.day, used.model, used.requests, used.errors, used.quota, used.input_tokens,
            used.output_tokens, used.duration_ms
          from days join ${rollup} as used on used.scope = 'user' and used.scope_id = ${userId}
            and used.hour >= cast(days.first_hour as bigint)
            and used.hour <= cast(days.last_hour as bigint)`,
      )
      const { rows } = await sql<SumOfDay>`
        with days (day, first_hour, last_hour) as (values ${table})
        select used.day, used.model,
          cast(sum(used.requests - used.errors) as bigint) as requests,
          cast(sum(used.quota) as bigint) as quota,
          cast(sum(used.input_tokens) as bigint) as input_tokens,
          cast(sum(used.output_tokens) as bigint) as output_tokens,
          cast(sum(used.duration_ms) as bigint) as duration_ms
        from ${ofDays} as used
        group by used.day, used.model
        order by used.day, used.model`.execute(db)
      return rows.map((row) => ({
        day: row.day,
        model: row.model,
        requests: Number(row.requests),
        quota: row.quota,
        inputTokens: Number(row.input_tokens),
        outputTokens: Number(row.output_tokens),
        durationMs: Number(row.duration_ms),
      }))
    },

    /** How many users have called since a moment, to the hour. */
    async activeUsers(since: number): Promise<number> {
      const hour = BigInt(Math.max(1, Math.floor(since / hourMs)))
      const ids = inRollups(
        (rollup) => sql`select scope_id from ${rollup} where scope = 'user' and hour >= ${hour}`,
      )
      const { rows } = await sql<{ active: bigint }>`
        select count(distinct used.scope_id) as active from ${ids} as used`.execute(db)
      return Number(rows[0]?.active ?? 0)
    },

    /** Everything a user has ever used; calls that failed are none. */
    async totalOf(userId: bigint): Promise<{ requests: number; quota: bigint }> {
      const ofAllTime = inRollups(
        (rollup) => sql`select requests, errors, quota from ${rollup}
          where scope = 'user' and scope_id = ${userId} and hour = 0 and model = ''`,
      )
      const { rows } = await sql<{ requests: bigint; quota: bigint }>`
        select cast(coalesce(sum(used.requests - used.errors), 0) as bigint) as requests,
          cast(coalesce(sum(used.quota), 0) as bigint) as quota
        from ${ofAllTime} as used`.execute(db)
      return { requests: Number(rows[0]?.requests ?? 0n), quota: rows[0]?.quota ?? 0n }
    },
  }
}
