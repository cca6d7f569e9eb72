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
  /** Of a charge that was given back, with its request id and an amount below zero. */
  refund: 6,
} as const

/** Tokens that a supplier claimed and that cannot be, and how many are charged. */
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
  /** Only for administrators; 0 and empty otherwise. */
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
  /** Figures of the supplier above what can be: the charge is of what is believed. */
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
  /** The call took at least so long. */
  min_seconds: z.coerce.number().min(0).max(86_400).default(0),
  /** The call cost at least so much, in quota units. */
  min_quota: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  /** 1: only calls whose supplier reported figures above what can be. */
  doubted: z.coerce.number().int().min(0).max(1).default(0),
  /** Key set: the rows next below this id. Beside `page`, which goes by offset up to 10 000 rows. */
  before_id: z.coerce.number().int().min(0).default(0),
}

const filters = {
  ...ownFilters,
  username: filterText(64),
  channel_id: z.coerce.number().int().min(0).default(0),
  /** The supplier: the type of the channel that served. */
  channel_type: z.coerce.number().int().min(0).default(0),
  /** Users who are in the group today. */
  user_group: filterText(50),
  source_ip: filterText(64),
}

/** Key set upwards: the rows next above this id. Only one of the two cursors is heeded, this one first. */
const cursor = { after_id: z.coerce.number().int().min(0).default(0) }

export const OwnLogQuery = listQuery(logSorts, { ...ownFilters, ...cursor })
export const LogQuery = listQuery(logSorts, { ...filters, ...cursor })

export const OwnLogExportQuery = exportQuery(ownFilters)
export const LogExportQuery = exportQuery(filters)

/** Steps of the reader's own calendar; weeks begin on Monday. */
export const seriesSteps = ['minute', 'hour', 'day', 'week', 'month'] as const

/** What a chart of everybody's log is of, and what one's own is. */
export const seriesBys = ['model', 'token', 'channel', 'supplier', 'user', 'group', 'none'] as const
export const ownSeriesBys = ['model', 'token', 'none'] as const

const seriesQuery = {
  /** `auto` takes the step that suits the length: the answer says which. */
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
  /** Exact up to 10 000, then 10 000 with `capped`. */
  total_count: z.number().int(),
  capped: z.boolean(),
  /** Whether there are more beyond these, on the side to which was read. */
  more: z.boolean(),
})

/** Sums over a filter. */
export const LogSums = z.object({
  /** Calls that reached a channel, those that failed there included. */
  requests: z.number().int(),
  /** Those of them that failed. */
  failures: z.number().int(),
  /** Failures and calls that were refused before a channel was chosen. */
  errors: z.number().int(),
  quota: QuotaUnits,
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** Milliseconds; null without streams. */
  average_first_content_time: z.number().nullable(),
  /** Older rows were put away, and what the hourly sums do not know of them is missing here; 0: nothing is. */
  rows_since: z.number().int(),
})
export type LogSums = z.output<typeof LogSums>

/**
 * Milliseconds that half of the answers of the last seven days of a filter, and 95 of a hundred, did not exceed,
 * within a tenth; null: there were none.
 */
const Percentiles = z.object({ p50: z.number().nullable(), p95: z.number().nullable() })

/** The strip above the log: sums over the filter, what of which was used, and how long its answers took. */
export const LogSummary = LogSums.extend({
  /** What the calls used, by meter (tokens by kind); meters of nothing are left out. */
  meters: z.array(z.object({ meter: z.string(), amount: z.number().int() })),
  duration: Percentiles,
  first_content: Percentiles,
})
export type LogSummary = z.output<typeof LogSummary>

/** The same for operators: what of it nobody pays. */
export const AllLogSums = LogSummary.extend({ written_off: QuotaUnits })
export type AllLogSums = z.output<typeof AllLogSums>

/** Series of a chart beside "all others". */
export const seriesMax = 7

const SeriesValues = LogSums.omit({ average_first_content_time: true, rows_since: true })
export type SeriesValues = z.output<typeof SeriesValues>

/** A chart. The sums over all series and buckets are `total`, and that is the strip of the same filter. */
export const LogSeries = z.object({
  step: z.enum(seriesSteps),
  /** Where each bucket of the calendar begins. The first and the last may reach beyond the filter. */
  starts: z.array(Seconds),
  /** The largest by quota; `key` is a model's name or an id, `all` for the one of `none`, and empty for all others. */
  series: z.array(
    z.object({
      key: z.string(),
      /** Empty when the thing has none, or is not there any more. */
      name: z.string(),
      values: z.array(SeriesValues),
      total: SeriesValues,
    }),
  ),
  total: LogSums,
})
export type LogSeries = z.output<typeof LogSeries>

/** Entries of calls from before this moment are deleted; one at the moment stays. */
export const LogCleanUp = z.object({
  target_timestamp: z.coerce.number().int().min(1).max(secondsMax),
})

/** Gives a charge back, with what the customer reads about it. */
export const ChargeRefund = z.object({ reason: nameOf('field.required').max(255) })
export type ChargeRefund = z.output<typeof ChargeRefund>

/** Why a charge is what it is. Every figure comes from the ledger and the frozen price book. */
export const ChargeExplanation = z.object({
  log_id: z.number().int(),
  request_id: z.string(),
  model: z.string(),
  priced_model: z.string(),
  /** The whole price. What of it was written off or is still owed was not paid. */
  quota: QuotaUnits,
  written_off: QuotaUnits,
  owed: QuotaUnits,
  /** Null: it was not given back. `forgiven` was still owed of it; `by` is for administrators, and empty else. */
  refund: z
    .object({
      returned: QuotaUnits,
      forgiven: QuotaUnits,
      at: z.number().int(),
      reason: z.string(),
      by: z.string(),
    })
    .nullable(),
  /** The entry of the book that matched, with its revision. */
  price_entry: z.string(),
  book_revision: z.number().int(),
  /** The service tier that was charged; empty: nobody named one. */
  tier: z.string(),
  lines: z.array(
    PriceLine.extend({
      quantity: z.number().int(),
      /** What kind of it, such as `1024x1024, high`; empty: it has no kinds. */
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
  /** Output tokens to which we limited an answer that the wallet did not afford whole; 0: we did not. */
  added_limit: z.number().int(),
  steps: z.array(z.object({ kind: z.string(), quota: QuotaUnits, at: z.number().int() })),
  /** Milliseconds from the request to the end of the answer, and to its first token. */
  request_time: z.number().int(),
  first_content_time: z.number().int().nullable(),
  /** Administrators: all. Others: only those of calls that were retried, without channel, key and message. */
  attempts: z.array(
    z.object({
      number: z.number().int(),
      channel: z.string(),
      /** The end of the channel's key; empty: the key is gone. */
      key: z.string(),
      /** Milliseconds from the request to the beginning of the attempt. */
      offset: z.number().int(),
      status: z.number().int(),
      failure: z.string(),
      message: z.string(),
      duration: z.number().int(),
    }),
  ),
  /** What of the answer the caller's dialect had no place for: `answer.file`. */
  not_carried: z.array(z.string()),
  /** `price` run again on the stored facts. */
  recomputed: QuotaUnits,
})
export type ChargeExplanation = z.output<typeof ChargeExplanation>

/** The family's capitalised row: one day and model. */
export const DashboardRow = z.object({
  Date: z.string(),
  ModelName: z.string(),
  /** Calls that were charged or free. Errors are none, as in every sum of the log. */
  RequestCount: z.number().int(),
  Quota: QuotaUnits,
  PromptTokens: z.number().int(),
  CompletionTokens: z.number().int(),
  RequestTime: z.number().int(),
})
export type DashboardRow = z.output<typeof DashboardRow>
