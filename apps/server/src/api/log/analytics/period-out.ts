import type { PeriodFigures, PeriodQuery } from '@posthouse/contract/calls/analytics'
import { seriesMax } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import { inputBuckets } from '@posthouse/llm/canonical/usage'
import type { z } from 'zod'
import {
  channelSteps,
  failureSteps,
  latencySteps,
  marginSteps,
  meterSteps,
  redemptionSteps,
  type PeriodTotals,
  registrationSteps,
  type Steps,
  topOf,
  topUpSteps,
} from '../../../domain/analytics/period-figures.ts'
import { bucketsMax } from '../../../domain/usage-log/log-series.ts'
import { seriesNames } from '../../../domain/usage-log/series-names.ts'
import { calendarStarts, stepFor } from '../../../lib/calendar.ts'
import type { ApiParts } from '../../api-parts.ts'
import { quotaOut } from '../../present.ts'

type Query = z.output<typeof PeriodQuery>

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const cacheMeter = 'cache_read'

/** The figures of a period, by default the last week. */
export async function periodOut(query: Query, parts: ApiParts): Promise<PeriodFigures> {
  const { step, steps } = stepsOf(query, parts.clock.now())
  const { db } = parts
  const [
    latency,
    channels,
    meters,
    failures,
    failing,
    ways,
    redeemed,
    paid,
    margins,
    users,
    models,
  ] = await Promise.all([
    latencySteps(db, steps),
    channelSteps(db, steps),
    meterSteps(db, steps, inputBuckets),
    failureSteps(db, steps, 'failure'),
    failureSteps(db, steps, 'channel'),
    registrationSteps(db, steps),
    redemptionSteps(db, steps),
    topUpSteps(db, steps),
    marginSteps(db, steps),
    topOf(db, steps, 'user'),
    topOf(db, steps, 'model'),
  ])
  const named = { db, steps }
  return {
    step,
    starts: steps.starts.map((start) => Math.floor(start / 1_000)),
    duration: latency.duration,
    first_content: latency.firstContent,
    channel_latency: await channelLatency(named, channels),
    margins: await marginsOut(named, margins),
    top_users: await rankedOut(users, db),
    top_models: await rankedOut(models, null),
    cache: cacheOf(steps, meters),
    failures: await series(named, failures, attemptsBy('key')),
    failures_by_channel: await series(named, failing, attemptsBy('channel')),
    registrations: await series(named, ways, {
      by: 'key',
      weight: ({ users }) => users,
      sum: (some) => ({ users: total(some, (part) => part.users) }),
    }),
    redemptions: {
      values: redeemed.values.map(redeemedOut),
      total: redeemedOut(redeemed.total),
    },
    top_ups: await series(named, paid, {
      by: 'key',
      weight: ({ minor }) => minor,
      sum: (some) => ({
        minor: total(some, (part) => part.minor),
        orders: total(some, (part) => part.orders),
      }),
    }),
  }
}

function stepsOf(query: Query, now: number): { step: PeriodFigures['step']; steps: Steps } {
  const { start_timestamp: from, end_timestamp: to, time_zone: timeZone } = query
  // Rows in the future come only from nodes whose clocks are ahead.
  const last = Math.min(to > 0 ? to * 1_000 + 999 : now, now + dayMs)
  const span = { from: from > 0 ? Math.min(from * 1_000, last) : last - weekMs, to: last }
  const step = query.step === 'auto' ? stepFor(span) : query.step
  const starts = calendarStarts(span, { step, timeZone }, bucketsMax)
  if (starts === null) throw new Refusal('series.too-long', { limit: bucketsMax })
  const [first] = starts
  return {
    step,
    steps: {
      starts: first === undefined ? [] : [Math.max(first, span.from), ...starts.slice(1)],
      end: span.to + 1,
    },
  }
}

const total = <Part>(parts: readonly Part[], of: (part: Part) => number): number =>
  parts.reduce((sum, part) => sum + of(part), 0)

const sumOf = <Name extends string>(
  parts: readonly Readonly<Record<Name, bigint>>[],
  name: Name,
): bigint => parts.reduce((sum, part) => sum + part[name], 0n)

const redeemedOut = ({ quota, users }: { readonly quota: bigint; readonly users: number }) => ({
  quota: quotaOut(quota),
  users,
})

const attemptsBy = (by: 'key' | 'channel') => ({
  by,
  weight: ({ attempts }: { readonly attempts: number }) => attempts,
  sum: (some: readonly { readonly attempts: number }[]) => ({
    attempts: total(some, (part) => part.attempts),
  }),
})

type Part = { readonly place: number; readonly key: string }

type Summing<P, Values> = {
  /** Whether the key is a name or a channel's id. */
  readonly by: 'key' | 'channel'
  /** Series are sorted by this sum. */
  readonly weight: (part: P) => number
  readonly sum: (parts: readonly P[]) => Values
}

/** The largest series with their names, and all others as one with an empty key. */
async function series<P extends Part, Values>(
  { db, steps }: { readonly db: ApiParts['db']; readonly steps: Steps },
  parts: readonly P[],
  { by, weight, sum }: Summing<P, Values>,
) {
  const groups = [...Map.groupBy(parts, ({ key }) => key)].toSorted(
    ([, one], [, other]) => total(other, weight) - total(one, weight),
  )
  const largest = groups.slice(0, seriesMax)
  const others = groups.slice(seriesMax).flatMap(([, own]) => own)
  const names =
    by === 'channel'
      ? await seriesNames(
          db,
          'channel',
          largest.map(([key]) => key),
        )
      : null
  const valuesOf = (own: readonly P[]) => {
    const byPlace = Map.groupBy(own, ({ place }) => place)
    return {
      values: steps.starts.map((_, place) => sum(byPlace.get(place) ?? [])),
      total: sum(own),
    }
  }
  return [
    ...largest.map(([key, own]) => ({
      key,
      name: names === null ? key : (names.get(key) ?? ''),
      ...valuesOf(own),
    })),
    ...(others.length === 0 ? [] : [{ key: '', name: '', ...valuesOf(others) }]),
  ]
}

const channelLatency = (
  named: Parameters<typeof series>[0],
  channels: Awaited<ReturnType<typeof channelSteps>>,
) =>
  series(named, channels, {
    by: 'channel',
    weight: ({ answers }) => answers,
    sum: (some) => {
      const answers = total(some, (part) => part.answers)
      const duration = total(some, (part) => part.durationMs)
      return { milliseconds: answers === 0 ? null : Math.round(duration / answers) }
    },
  })

const marginsOut = (
  named: Parameters<typeof series>[0],
  margins: Awaited<ReturnType<typeof marginSteps>>,
) =>
  series(named, margins, {
    by: 'channel',
    weight: ({ revenue }) => Number(revenue),
    sum: (some) => ({
      revenue: quotaOut(sumOf(some, 'revenue')),
      costed: quotaOut(sumOf(some, 'costed')),
      cost: quotaOut(sumOf(some, 'cost')),
    }),
  })

/** `db` is needed to look up the names of users; the key of a model is its name. */
async function rankedOut(rows: readonly PeriodTotals[], db: ApiParts['db'] | null) {
  const names =
    db === null
      ? null
      : await seriesNames(
          db,
          'user',
          rows.map(({ key }) => key),
        )
  return rows.map(({ key, quota, requests, errors, tokens }) => ({
    key,
    name: names === null ? key : (names.get(key) ?? ''),
    quota: quotaOut(BigInt(quota)),
    requests: Number(requests),
    errors: Number(errors),
    tokens: Number(tokens),
  }))
}

function cacheOf(steps: Steps, meters: readonly (Part & { readonly amount: number })[]) {
  const of = (some: typeof meters) => ({
    input: total(some, ({ amount }) => amount),
    cached: total(
      some.filter(({ key }) => key === cacheMeter),
      ({ amount }) => amount,
    ),
  })
  const byPlace = Map.groupBy(meters, ({ place }) => place)
  return {
    values: steps.starts.map((_, place) => of(byPlace.get(place) ?? [])),
    total: of(meters),
  }
}
