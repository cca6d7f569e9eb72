import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { dayIn } from '../lib/zone.ts'

const hourMs = 3_600_000

/** One day and model of somebody's use. */
export type DayOfUse = {
  readonly day: string
  readonly model: string
  readonly requests: number
  readonly quota: bigint
  readonly inputTokens: number
  readonly outputTokens: number
  readonly durationMs: number
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
      const rows = await db
        .selectFrom('usage_rollup')
        .selectAll()
        .where('scope', '=', 'user')
        .where('scope_id', '=', userId)
        .where('hour', '>=', BigInt(Math.floor(span.from / hourMs)))
        .where('hour', '<=', BigInt(Math.floor(span.to / hourMs)))
        .where('hour', '>', 0n)
        .orderBy('hour')
        .execute()
      const days = new Map<bigint, string>()
      const dayOf = (hour: bigint): string => {
        const known = days.get(hour)
        if (known !== undefined) return known
        const day = dayIn(Number(hour) * hourMs, span.timeZone)
        days.set(hour, day)
        return day
      }
      const groups = Map.groupBy(rows, (row) => `${dayOf(row.hour)} ${row.model}`)
      return [...groups].map(([key, hours]) => ({
        day: key.slice(0, 10),
        model: key.slice(11),
        requests: hours.reduce((sum, row) => sum + Number(row.requests), 0),
        quota: hours.reduce((sum, row) => sum + row.quota, 0n),
        inputTokens: hours.reduce((sum, row) => sum + Number(row.input_tokens), 0),
        outputTokens: hours.reduce((sum, row) => sum + Number(row.output_tokens), 0),
        durationMs: hours.reduce((sum, row) => sum + Number(row.duration_ms), 0),
      }))
    },

    /** Everything a user has ever used. */
    async totalOf(userId: bigint): Promise<{ requests: number; quota: bigint }> {
      const row = await db
        .selectFrom('usage_rollup')
        .select(['requests', 'quota'])
        .where('scope', '=', 'user')
        .where('scope_id', '=', userId)
        .where('hour', '=', 0n)
        .where('model', '=', '')
        .executeTakeFirst()
      return { requests: Number(row?.requests ?? 0n), quota: row?.quota ?? 0n }
    },
  }
}
