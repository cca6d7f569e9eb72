import { z } from 'zod'
import { exportQuery, listQuery } from './list.ts'
import { PriceLine } from './pricing/price.ts'
import { filterText, nameOf, QuerySeconds, QuotaUnits, Seconds, secondsMax } from './scalars.ts'
import { TimeZone } from './time-zone.ts'

export const logType = {
  topUp: 1,
  consumption: 2,
  management: 3,
  system: 4,
  error: 5,
  /** A refunded charge: its request id, with a negative amount. */
  refund: 6,
} as const

/** Implausible token usage reported by a supplier, and the number charged instead. */
export const Doubt = z.object({
  what: z.enum(['input', 'output']),
  claimed: z.number().int(),
  believed: z.number().int(),
})
export type Doubt = z.output<typeof Doubt>

export const LogRow = z.object({
  id: z.number().int(),
  request_id: z.string(),
  created_at: Seconds,
  type: z.number().int(),
  /** `null` unless the reader is an administrator and the call reached a channel. */
  channel: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  user_id: z.number().int(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  group: z.string(),
  is_stream: z.boolean(),
  /** Milliseconds. */
  request_time: z.number().int(),
  first_content_time: z.number().int().nullable(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  quota: QuotaUnits,
  /** reported, counted, partial or none. */
  usage_source: z.string(),
  outcome: z.string(),
  /** Implausible figures of the supplier. The charge uses the believed ones. */
  doubts: z.array(Doubt),
  status: z.number().int(),
  error_code: z.string(),
  content: z.string(),
  source_ip: z.string(),
})
export type LogRow = z.output<typeof LogRow>

export const logSorts = ['created_at'] as const
export type LogSort = (typeof logSorts)[number]

/** How a call ended: charged, failed at a channel, or refused before one was chosen. */
const callResults = ['succeeded', 'failed', 'refused'] as const

const ownFilters = {
  log_type: z.coerce.number().int().min(0).max(6).default(0),
  start_timestamp: QuerySeconds,
  end_timestamp: QuerySeconds,
  /** A name, or a prefix with `*` at the end. */
  model_name: filterText(200),
  token_name: filterText(64),
  request_id: filterText(64),
  result: z
    .string()
    .default('')
    .pipe(z.enum(['', ...callResults])),
  error_code: filterText(64),
  /** The minimum duration of a call, in seconds. */
  min_seconds: z.coerce.number().min(0).max(86_400).default(0),
  /** The minimum cost of a call, in quota units. */
  min_quota: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  /** 1 selects only calls whose supplier reported implausible usage. */
  doubted: z.coerce.number().int().min(0).max(1).default(0),
  /** Keyset paging: rows just below this id. An alternative to `page`, which uses an offset of up to 10 000 rows. */
  before_id: z.coerce.number().int().min(0).default(0),
}

const filters = {
  ...ownFilters,
  username: filterText(64),
  channel_id: z.coerce.number().int().min(0).default(0),
  /** The supplier, as the type of the channel that served the call. */
  channel_type: z.coerce.number().int().min(0).default(0),
  user_group: filterText(50),
  source_ip: filterText(64),
}

/**
 * Keyset paging in the other direction: rows just above this id. Only one of the two cursors is used, this one first.
 */
const cursor = { after_id: z.coerce.number().int().min(0).default(0) }

export const OwnLogQuery = listQuery(logSorts, { ...ownFilters, ...cursor })
export const LogQuery = listQuery(logSorts, { ...filters, ...cursor })

export const OwnLogExportQuery = exportQuery(ownFilters)
export const LogExportQuery = exportQuery(filters)

/** Steps in the reader's time zone. Weeks begin on Monday. */
export const seriesSteps = ['minute', 'hour', 'day', 'week', 'month'] as const

/** Groupings for charts of the whole log, and of a user's own. */
export const seriesBys = ['model', 'token', 'channel', 'supplier', 'user', 'group', 'none'] as const
export const ownSeriesBys = ['model', 'token', 'none'] as const

const seriesQuery = {
  /** `auto` chooses a step for the length of the period. The answer contains the step. */
  step: z.enum(['auto', ...seriesSteps]).default('auto'),
  time_zone: TimeZone.default('UTC'),
}

export const OwnLogSeriesQuery = z.object({
  ...ownFilters,
  ...seriesQuery,
  by: z.enum(ownSeriesBys).default('model'),
})
export const LogSeriesQuery = z.object({
  ...filters,
  ...seriesQuery,
  by: z.enum(seriesBys).default('model'),
})

export const LogPage = z.object({
  data: z.array(LogRow),
  page: z.number().int(),
  size: z.number().int(),
  /** Exact up to 10 000. Above that it is 10 000, with `capped` set. */
  total_count: z.number().int(),
  capped: z.boolean(),
  /** Whether there are more rows in the direction that was read. */
  more: z.boolean(),
})

export const LogSums = z.object({
  /** Calls that reached a channel, including those that failed there. */
  requests: z.number().int(),
  failures: z.number().int(),
  /** Failures, and calls refused before a channel was chosen. */
  errors: z.number().int(),
  quota: QuotaUnits,
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** Milliseconds; `null` without streams. */
  average_first_content_time: z.number().nullable(),
  /**
   * Rows before this time were removed, so these sums lack the parts that the hourly sums do not cover. 0 when nothing
   * is missing.
   */
  rows_since: z.number().int(),
})
export type LogSums = z.output<typeof LogSums>

/**
 * Median and 95th percentile in milliseconds, over the answers of a filter's last seven days, accurate to within 10 %.
 * `null` when there were none.
 */
const Percentiles = z.object({ p50: z.number().nullable(), p95: z.number().nullable() })

/** The strip above the log: sums over the filter, usage by meter, and durations of the answers. */
export const LogSummary = LogSums.extend({
  /** Usage of the calls by meter (tokens by kind). Meters at zero are left out. */
  meters: z.array(z.object({ meter: z.string(), amount: z.number().int() })),
  duration: Percentiles,
  first_content: Percentiles,
})
export type LogSummary = z.output<typeof LogSummary>

/** The same for operators, with the amount written off. */
export const AllLogSums = LogSummary.extend({ written_off: QuotaUnits })
export type AllLogSums = z.output<typeof AllLogSums>

/** The most series of a chart, besides "all others". */
export const seriesMax = 7

const SeriesValues = LogSums.omit({ average_first_content_time: true, rows_since: true })
export type SeriesValues = z.output<typeof SeriesValues>

/** A chart. `total` sums all series and buckets, and equals the strip for the same filter. */
export const LogSeries = z.object({
  step: z.enum(seriesSteps),
  /** Start of each calendar bucket. The first and the last may extend beyond the filter. */
  starts: z.array(Seconds),
  /**
   * The largest series by quota. `key` is a model's name or an id, `all` for the only series of `none`, and empty for
   * all others.
   */
  series: z.array(
    z.object({
      key: z.string(),
      /** Empty when the thing has no name or no longer exists. */
      name: z.string(),
      values: z.array(SeriesValues),
      total: SeriesValues,
    }),
  ),
  total: LogSums,
})
export type LogSeries = z.output<typeof LogSeries>

/** Deletes entries of calls before this moment. An entry at the moment stays. */
export const LogCleanUp = z.object({
  target_timestamp: z.coerce.number().int().min(1).max(secondsMax),
})

/** Refunds a charge, with a reason that the customer can read. */
export const ChargeRefund = z.object({ reason: nameOf('field.required').max(255) })
export type ChargeRefund = z.output<typeof ChargeRefund>

/** How a charge was calculated. All figures come from the ledger and the frozen price book. */
export const ChargeExplanation = z.object({
  log_id: z.number().int(),
  request_id: z.string(),
  model: z.string(),
  priced_model: z.string(),
  /** The whole price, including amounts written off or still owed, which were not paid. */
  quota: QuotaUnits,
  written_off: QuotaUnits,
  owed: QuotaUnits,
  /**
   * `null` without a refund. `forgiven` is the part that was still owed. `by` is empty unless the reader is an
   * administrator.
   */
  refund: z
    .object({
      returned: QuotaUnits,
      forgiven: QuotaUnits,
      at: z.number().int(),
      reason: z.string(),
      by: z.string(),
    })
    .nullable(),
  /** The matching entry of the price book, with its revision. */
  price_entry: z.string(),
  book_revision: z.number().int(),
  /** The service tier charged. Empty when none was named. */
  tier: z.string(),
  lines: z.array(
    PriceLine.extend({
      quantity: z.number().int(),
      /** The kind, such as `1024x1024, high`. Empty when there are no kinds. */
      kind: z.string(),
      /** quantity × amount, in micro-quota, before the group ratio. */
      subtotal_micro: z.string(),
    }),
  ),
  group: z.string(),
  /** Decimal text. */
  group_ratio: z.string(),
  total_micro: z.string(),
  rounding: z.enum(['none', 'up', 'minimum']),
  usage_source: z.string(),
  outcome: z.string(),
  doubts: z.array(Doubt),
  /** Output tokens to which we limited the answer because the wallet could not afford it in full. 0 without a limit. */
  added_limit: z.number().int(),
  steps: z.array(z.object({ kind: z.string(), quota: QuotaUnits, at: z.number().int() })),
  /** Milliseconds from the request to the end of the answer, and to its first token. */
  request_time: z.number().int(),
  first_content_time: z.number().int().nullable(),
  /**
   * Administrators see all attempts. Others see only those of calls that were retried, without channel, key and
   * message.
   */
  attempts: z.array(
    z.object({
      number: z.number().int(),
      channel: z.string(),
      /** The last characters of the channel's key. Empty when the key was deleted. */
      key: z.string(),
      /** Milliseconds from the request to the start of the attempt. */
      offset: z.number().int(),
      status: z.number().int(),
      failure: z.string(),
      message: z.string(),
      duration: z.number().int(),
    }),
  ),
  /** Parts of the answer that the caller's format cannot represent, such as `answer.file`. */
  not_carried: z.array(z.string()),
  /** The result of `price` for the stored facts. */
  recomputed: QuotaUnits,
})
export type ChargeExplanation = z.output<typeof ChargeExplanation>

/** The family's row with capitalised names: one day and model. */
export const DashboardRow = z.object({
  Date: z.string(),
  ModelName: z.string(),
  /** Calls that were charged or free. As in every sum of the log, errors are not counted. */
  RequestCount: z.number().int(),
  Quota: QuotaUnits,
  PromptTokens: z.number().int(),
  CompletionTokens: z.number().int(),
  RequestTime: z.number().int(),
})
export type DashboardRow = z.output<typeof DashboardRow>
