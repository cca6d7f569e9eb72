import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { percentileOf } from '../../lib/latency-buckets.ts'
import { inRollups } from '../usage-log/rollups/rollup-rows.ts'

const hourMs = 3_600_000

/** The steps of a chart: where each begins, and the end of the last. Milliseconds, the end excluded. */
export type Steps = { readonly starts: readonly number[]; readonly end: number }

/** A figure of one series in one step. */
type StepFigure<Values> = Values & { readonly place: number; readonly key: string }

export type Percentiles = Readonly<Record<'p50' | 'p95' | 'p99', number | null>>

/** The hours of each step, both included. One that a step begins in the middle of is the step's before. */
function hoursOf({ starts, end }: Steps): RawBuilder<unknown> {
  const runs = starts.map((start, place) => {
    const first = place === 0 ? Math.floor(start / hourMs) : Math.ceil(start / hourMs)
    const last = Math.ceil((starts[place + 1] ?? end) / hourMs) - 1
    return sql`(${place}, ${Math.max(1, first)}, ${last})`
  })
  return sql`with steps (place, first_hour, last_hour) as (values ${sql.join(runs)})`
}

/** Whether an hour of a table lies in a step. */
const inStep = sql`hour >= cast(steps.first_hour as bigint) and hour <= cast(steps.last_hour as bigint)`

type LatencyBucketRow = {
  readonly place: bigint
  readonly up_to_ms: bigint
  readonly durations: bigint
  readonly firsts: bigint
}

/** How long answers took, and how long one waited for their first word, by step and over all. */
export async function latencySteps(db: Kysely<Tables>, steps: Steps) {
  const { rows } = await sql<LatencyBucketRow>`
    ${hoursOf(steps)}
    select cast(steps.place as bigint) as place, up_to_ms,
      cast(sum(durations) as bigint) as durations, cast(sum(first_contents) as bigint) as firsts
    from steps join latency_rollup on scope = 'channel' and ${inStep}
    group by steps.place, up_to_ms`.execute(db)
  const of = (what: 'durations' | 'firsts') => ({
    values: steps.starts.map((_, place) =>
      percentilesOf(
        rows.filter((row) => Number(row.place) === place),
        what,
      ),
    ),
    total: percentilesOf(rows, what),
  })
  return { duration: of('durations'), firstContent: of('firsts') }
}

function percentilesOf(
  rows: readonly LatencyBucketRow[],
  what: 'durations' | 'firsts',
): Percentiles {
  const counts = new Map<number, bigint>()
  for (const row of rows) {
    const bucket = Number(row.up_to_ms)
    counts.set(bucket, (counts.get(bucket) ?? 0n) + row[what])
  }
  return {
    p50: percentileOf(counts, 50),
    p95: percentileOf(counts, 95),
    p99: percentileOf(counts, 99),
  }
}

/** The time that a channel's good answers took together, and how many there were. */
export async function channelSteps(
  db: Kysely<Tables>,
  steps: Steps,
): Promise<StepFigure<{ readonly durationMs: number; readonly answers: number }>[]> {
  const used = inRollups(
    (rollup) => sql`
      select steps.place, scope_id, duration_ms, requests - errors as answers
      from steps join ${rollup} on scope = 'channel' and ${inStep}`,
  )
  const { rows } = await sql<{
    place: bigint
    key: string
    duration_ms: bigint
    answers: bigint
  }>`
    ${hoursOf(steps)}
    select cast(used.place as bigint) as place, cast(used.scope_id as text) as key,
      cast(sum(used.duration_ms) as bigint) as duration_ms,
      cast(sum(used.answers) as bigint) as answers
    from ${used} as used group by used.place, used.scope_id`.execute(db)
  return rows.map(({ place, key, duration_ms: durationMs, answers }) => ({
    place: Number(place),
    key,
    durationMs: Number(durationMs),
    answers: Number(answers),
  }))
}

/** What a channel's calls brought in, and what they cost as far as that is known. Quota units. */
export async function marginSteps(
  db: Kysely<Tables>,
  steps: Steps,
): Promise<
  StepFigure<{ readonly revenue: bigint; readonly costed: bigint; readonly cost: bigint }>[]
> {
  const used = inRollups(
    (rollup) => sql`
      select steps.place, scope_id, quota, costed_quota, cost
      from steps join ${rollup} on scope = 'channel' and ${inStep}`,
  )
  const { rows } = await sql<{
    place: bigint
    key: string
    revenue: bigint
    costed: bigint
    cost: bigint
  }>`
    ${hoursOf(steps)}
    select cast(used.place as bigint) as place, cast(used.scope_id as text) as key,
      cast(sum(used.quota) as bigint) as revenue,
      cast(sum(used.costed_quota) as bigint) as costed, cast(sum(used.cost) as bigint) as cost
    from ${used} as used where used.scope_id <> 0 group by used.place, used.scope_id`.execute(db)
  return rows.map(({ place, key, revenue, costed, cost }) => ({
    place: Number(place),
    key,
    revenue: BigInt(revenue),
    costed: BigInt(costed),
    cost: BigInt(cost),
  }))
}

/** Calls, tokens and spending over all steps. */
export type PeriodTotals = {
  readonly key: string
  readonly quota: bigint
  readonly requests: bigint
  readonly errors: bigint
  readonly tokens: bigint
}

const rankedMost = 20

/** The users or the models that spent the most. */
export async function topOf(
  db: Kysely<Tables>,
  { starts, end }: Steps,
  by: 'user' | 'model',
): Promise<readonly PeriodTotals[]> {
  const [start] = starts
  if (start === undefined) return []
  const scope = by === 'user' ? sql`'user'` : sql`'all'`
  const key = by === 'user' ? sql`cast(scope_id as text)` : sql`model`
  const used = inRollups(
    (rollup) => sql`
      select scope_id, model, quota, requests - refusals as requests, errors - refusals as errors,
        input_tokens + output_tokens as tokens
      from ${rollup} where scope = ${scope} and hour >= ${BigInt(Math.max(1, Math.floor(start / hourMs)))}
        and hour < ${BigInt(Math.ceil(end / hourMs))}`,
  )
  const sum = (column: string) => sql`cast(sum(${sql.ref(column)}) as bigint) as ${sql.ref(column)}`
  const { rows } = await sql<PeriodTotals>`
    select ${key} as key, ${sum('quota')}, ${sum('requests')}, ${sum('errors')}, ${sum('tokens')}
    from ${used} as used group by ${key}
    having sum(requests) > 0
    order by sum(quota) desc, sum(requests) desc limit ${rankedMost}`.execute(db)
  return rows
}

/** What went in by meter. */
export async function meterSteps(
  db: Kysely<Tables>,
  steps: Steps,
  meters: readonly string[],
): Promise<StepFigure<{ readonly amount: number }>[]> {
  const { rows } = await sql<{ place: bigint; key: string; amount: bigint }>`
    ${hoursOf(steps)}
    select cast(steps.place as bigint) as place, meter as key, cast(sum(amount) as bigint) as amount
    from steps join meter_rollup on scope = 'channel' and ${inStep}
    where meter in (${sql.join(meters)})
    group by steps.place, meter`.execute(db)
  return rows.map(({ place, key, amount }) => ({
    place: Number(place),
    key,
    amount: Number(amount),
  }))
}

/** Failed attempts by class or by channel. */
export async function failureSteps(
  db: Kysely<Tables>,
  steps: Steps,
  by: 'failure' | 'channel',
): Promise<StepFigure<{ readonly attempts: number }>[]> {
  const key = by === 'failure' ? sql`failure` : sql`cast(channel_id as text)`
  const { rows } = await sql<{ place: bigint; key: string; attempts: bigint }>`
    ${hoursOf(steps)}
    select cast(steps.place as bigint) as place, ${key} as key,
      cast(sum(attempts) as bigint) as attempts
    from steps join failure_rollup on ${inStep}
    group by steps.place, ${key}`.execute(db)
  return rows.map(({ place, key: name, attempts }) => ({
    place: Number(place),
    key: name,
    attempts: Number(attempts),
  }))
}

/** A sign-up by another service writes both rows at once. */
const signUpMs = 5_000

const placeOf = ({ starts }: Steps, at: bigint): number =>
  starts.findLastIndex((start) => start <= Number(at))

/** New accounts by the way that they came. */
export async function registrationSteps(
  db: Kysely<Tables>,
  steps: Steps,
): Promise<StepFigure<{ readonly users: number }>[]> {
  const rows = await db
    .selectFrom('users')
    .where('users.created_at', '>=', BigInt(steps.starts[0] ?? 0))
    .where('users.created_at', '<', BigInt(steps.end))
    .select((is) => [
      'users.created_at as at',
      'users.inviter_id as inviter',
      // The account at another service that was there from the beginning.
      is
        .selectFrom('identities')
        .whereRef('identities.user_id', '=', 'users.id')
        .where('identities.created_at', '<=', sql<bigint>`users.created_at + ${signUpMs}`)
        .select('provider')
        .limit(1)
        .as('provider'),
    ])
    .execute()
  return counted(
    rows.map(({ at, inviter, provider }) => ({
      place: placeOf(steps, at),
      key: provider ?? (inviter === null ? 'direct' : 'invited'),
    })),
  ).map(({ count, ...rest }) => ({ ...rest, users: count }))
}

function counted(rows: readonly { readonly place: number; readonly key: string }[]) {
  const groups = Map.groupBy(rows, ({ place, key }) => `${place} ${key}`)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : [{ ...first, count: same.length }]
  })
}

/** Codes that were redeemed, each with whom it was for. */
export async function redemptionSteps(db: Kysely<Tables>, steps: Steps) {
  const rows = await db
    .selectFrom('redemptions')
    .where('redeemed_at', '>=', BigInt(steps.starts[0] ?? 0))
    .where('redeemed_at', '<', BigInt(steps.end))
    .select(['redeemed_at', 'redeemed_by', 'quota'])
    .execute()
  const sum = (some: typeof rows) => ({
    quota: some.reduce((total, { quota }) => total + quota, 0n),
    users: new Set(some.map(({ redeemed_by: user }) => String(user))).size,
  })
  const byPlace = Map.groupBy(rows, ({ redeemed_at: at }) => placeOf(steps, at ?? 0n))
  return {
    values: steps.starts.map((_, place) => sum(byPlace.get(place) ?? [])),
    total: sum(rows),
  }
}

/** Orders that were paid and not given back, by currency. */
export async function topUpSteps(
  db: Kysely<Tables>,
  steps: Steps,
): Promise<StepFigure<{ readonly minor: number; readonly orders: number }>[]> {
  const rows = await db
    .selectFrom('orders')
    .where('status', '=', 'success')
    .where('refund', '<>', 'done')
    .where('ended_at', '>=', BigInt(steps.starts[0] ?? 0))
    .where('ended_at', '<', BigInt(steps.end))
    .select(['ended_at', 'currency', 'order_amount'])
    .execute()
  const groups = Map.groupBy(
    rows,
    ({ ended_at: at, currency }) => `${placeOf(steps, at ?? 0n)} ${currency}`,
  )
  return [...groups].map(([group, same]) => {
    const [place = '0', key = ''] = group.split(' ')
    return {
      place: Number(place),
      key,
      minor: same.reduce((total, { order_amount: amount }) => total + Number(amount), 0),
      orders: same.length,
    }
  })
}
