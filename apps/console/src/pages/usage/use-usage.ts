import { logCalls } from '@posthouse/contract/calls/logs'
import type { SeriesValues } from '@posthouse/contract/log'
import { useRead } from '../../api/use-call.ts'
import type { ChartQuery } from '../../charts/chart-card.tsx'
import type { ChartStep } from '../../charts/chart-data.ts'
import type { Span } from '../../charts/range.ts'

/** What a log is filtered by besides time, as the address has it. */
export type UsageFilters = Readonly<Partial<Record<UsageFilter, string>>>

type UsageFilter =
  | 'model_name'
  | 'token_name'
  | 'request_id'
  | 'log_type'
  | 'username'
  | 'channel_id'
  | 'source_ip'

export type UsageAsked = {
  readonly filters: UsageFilters
  /** Epoch seconds; 0: open. */
  readonly span: Span
  readonly zone: string
  readonly by: string
  readonly step: ChartStep | 'auto'
  /** Everybody's log, for administrators; else one's own. */
  readonly everybody: boolean
  readonly enabled: boolean
}

export const bysOfEverybody = [
  'model',
  'token',
  'channel',
  'supplier',
  'user',
  'group',
  'none',
] as const
export const ownBys = ['model', 'token', 'none'] as const

const refreshMs = 60_000

/** The sums of a filter by calendar step. The question before stays on screen until the answer is there. */
export function useUsage(asked: UsageAsked): ChartQuery<SeriesValues> {
  const { filters, span, zone, step, everybody, enabled } = asked
  const query = {
    ...filters,
    start_timestamp: span.from,
    end_timestamp: span.to,
    time_zone: zone,
    step,
  }
  const options = { keep: true, everyMs: refreshMs } as const
  const all = useRead(
    logCalls,
    'logSeries',
    { query: { ...query, by: bysOfEverybody.find((by) => by === asked.by) ?? 'model' } },
    { ...options, enabled: enabled && everybody },
  )
  const own = useRead(
    logCalls,
    'ownLogSeries',
    { query: { ...query, by: ownBys.find((by) => by === asked.by) ?? 'model' } },
    { ...options, enabled: enabled && !everybody },
  )
  return everybody ? all : own
}
