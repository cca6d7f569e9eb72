import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { seriesSteps } from '../log.ts'
import { QuerySeconds, QuotaUnits, Seconds } from '../scalars.ts'
import { TimeZone } from '../time-zone.ts'

const Count = z.number().int()

/** Current totals of the station, regardless of the period. */
export const StationFigures = z.object({
  /** Total spending of all users, and the sum of their balances. */
  used_quota: QuotaUnits,
  balance_quota: QuotaUnits,
  users: z.object({ total: Count, invited: Count }),
  channels: z.object({ total: Count, enabled: Count, disabled: Count, test_disabled: Count }),
  /** Redeemed codes only, since other codes move no money. */
  redeemed: z.object({ codes: Count, quota: QuotaUnits }),
  /** Orders that were paid and not refunded. */
  orders: z.object({
    count: Count,
    quota: QuotaUnits,
    amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
  }),
})
export type StationFigures = z.output<typeof StationFigures>

const seriesOf = <Values extends z.ZodType>(values: Values) =>
  z.array(z.object({ key: z.string(), name: z.string(), values: z.array(values), total: values }))

/** Milliseconds; `null` where there were no answers. */
const Latency = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
})
export type Latency = z.output<typeof Latency>

const Cached = z.object({
  /** All input tokens, including those read from a supplier's cache. */
  input: Count,
  cached: Count,
})

const Ranked = z.object({
  key: z.string(),
  name: z.string(),
  quota: QuotaUnits,
  requests: Count,
  errors: Count,
  tokens: Count,
})
export type Ranked = z.output<typeof Ranked>

/** Figures of a period beyond the log: latencies, failed attempts, registrations and payments. */
export const PeriodFigures = z.object({
  step: z.enum(seriesSteps),
  starts: z.array(Seconds),
  /** Latencies are kept by whole hours, so those of the first and the last step are counted in full. */
  duration: z.object({ values: z.array(Latency), total: Latency }),
  first_content: z.object({ values: z.array(Latency), total: Latency }),
  channel_latency: seriesOf(z.object({ milliseconds: z.number().nullable() })),
  /**
   * By channel: revenue of its calls, the part of it from calls with a known cost, and that cost. The profit is
   * `costed` minus `cost`.
   */
  margins: seriesOf(z.object({ revenue: QuotaUnits, costed: QuotaUnits, cost: QuotaUnits })),
  /** The top 20 by spending. */
  top_users: z.array(Ranked),
  top_models: z.array(Ranked),
  cache: z.object({ values: z.array(Cached), total: Cached }),
  /** Failed attempts by class, including those where another channel answered the call. */
  failures: seriesOf(z.object({ attempts: Count })),
  failures_by_channel: seriesOf(z.object({ attempts: Count })),
  /** New users: `direct`, `invited`, or the service that they signed up with. */
  registrations: seriesOf(z.object({ users: Count })),
  redemptions: z.object({
    values: z.array(z.object({ quota: QuotaUnits, users: Count })),
    total: z.object({ quota: QuotaUnits, users: Count }),
  }),
  /** Paid orders by currency, in its smallest unit. */
  top_ups: seriesOf(z.object({ minor: Count, orders: Count })),
})
export type PeriodFigures = z.output<typeof PeriodFigures>

/** The first figures on the operator's overview. */
export const StationToday = z.object({
  /** Start of the reader's day. */
  since: Seconds,
  active_users: Count,
  /** Paused channels, the longest paused first. */
  failing: z.array(
    z.object({
      id: Count,
      name: z.string(),
      /** `cooling`: paused after failures, until a set time. `test`: disabled by a failed test. */
      kind: z.enum(['cooling', 'test']),
      /** The model that is cooling. Empty means the whole channel. */
      model: z.string(),
      since: Seconds,
      /** 0 when it stays paused until someone enables it or a test passes. */
      until: Seconds,
      reason: z.string(),
    }),
  ),
  attention: Count,
  /** Models that channels offer but that cannot be called because they have no price. */
  unpriced: z.array(z.string()),
})
export type StationToday = z.output<typeof StationToday>

export const PeriodQuery = z.object({
  start_timestamp: QuerySeconds,
  end_timestamp: QuerySeconds,
  step: z.enum(['auto', ...seriesSteps]).default('auto'),
  time_zone: TimeZone.default('UTC'),
})

export const analyticsCalls = {
  getStationFigures: {
    method: 'GET',
    path: '/api/analytics/statistics',
    access: 'admin',
    changes: false,
    summary: 'Spending, balances, users, channels and payments of the station, today.',
    reply: StationFigures,
  },
  getStationToday: {
    method: 'GET',
    path: '/api/analytics/today',
    access: 'admin',
    changes: false,
    summary:
      'Active users of the reader’s day, failing channels with their reasons, and models without a price.',
    query: z.object({ time_zone: TimeZone.default('UTC') }),
    reply: StationToday,
  },
  listPeriodFigures: {
    method: 'GET',
    path: '/api/analytics/period',
    access: 'admin',
    changes: false,
    summary: 'Latency, failures, cache, sign-ups and payments by calendar step.',
    query: PeriodQuery,
    reply: PeriodFigures,
  },
} as const satisfies Record<string, Endpoint>
