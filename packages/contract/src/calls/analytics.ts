import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { seriesSteps } from '../log.ts'
import { QuerySeconds, QuotaUnits, Seconds } from '../scalars.ts'
import { TimeZone } from '../time-zone.ts'

const Count = z.number().int()

/** The station today, whatever the span. */
export const StationFigures = z.object({
  /** What all users have spent, and what their wallets hold. */
  used_quota: QuotaUnits,
  balance_quota: QuotaUnits,
  users: z.object({ total: Count, invited: Count }),
  channels: z.object({ total: Count, enabled: Count, disabled: Count, test_disabled: Count }),
  /** Codes that were redeemed; others move nothing. */
  redeemed: z.object({ codes: Count, quota: QuotaUnits }),
  /** Orders that were paid and not refunded. */
  orders: z.object({
    count: Count,
    quota: QuotaUnits,
    amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
  }),
})
export type StationFigures = z.output<typeof StationFigures>

/** One figure by calendar step, for each series. */
const seriesOf = <Values extends z.ZodType>(values: Values) =>
  z.array(z.object({ key: z.string(), name: z.string(), values: z.array(values), total: values }))

/** Milliseconds; null where there were no answers. */
const Latency = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
})
export type Latency = z.output<typeof Latency>

const Cached = z.object({
  /** Tokens that went in, those from a cache of a supplier included. */
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

/** What is no log: how long answers took, why attempts failed, who came, and what they paid. */
export const PeriodFigures = z.object({
  step: z.enum(seriesSteps),
  starts: z.array(Seconds),
  /** Of whole hours: those of the first and the last step are counted whole. */
  duration: z.object({ values: z.array(Latency), total: Latency }),
  first_content: z.object({ values: z.array(Latency), total: Latency }),
  /** The mean of a channel's answers. */
  channel_latency: seriesOf(z.object({ milliseconds: z.number().nullable() })),
  /**
   * What the calls of a channel brought in, how much of it is of calls whose cost is known, and that cost.
   * What is earned is `costed` less `cost`.
   */
  margins: seriesOf(z.object({ revenue: QuotaUnits, costed: QuotaUnits, cost: QuotaUnits })),
  /** Those that spent the most, at most 20. */
  top_users: z.array(Ranked),
  top_models: z.array(Ranked),
  cache: z.object({ values: z.array(Cached), total: Cached }),
  /** Failed attempts by class, those included that another channel answered. */
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

/** What an operator looks at first. */
export const StationToday = z.object({
  /** When the reader's day began. */
  since: Seconds,
  active_users: Count,
  /** Channels that are not asked at the moment, the longest so first. */
  failing: z.array(
    z.object({
      id: Count,
      name: z.string(),
      /** `cooling`: after failures, until then. `test`: disabled by a failed test. */
      kind: z.enum(['cooling', 'test']),
      /** Of a cooling one; empty: all of it. */
      model: z.string(),
      since: Seconds,
      /** 0: until somebody enables it, or a test passes. */
      until: Seconds,
      reason: z.string(),
    }),
  ),
  /** Channels that need an administrator's attention. */
  attention: Count,
  /** Models that channels offer and nobody can call, for want of a price. */
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
