import { analyticsCalls, type PeriodFigures } from '@posthouse/contract/calls/analytics'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRead } from '../../../api/use-call.ts'
import type { ChartQuery } from '../../../charts/chart-card.tsx'
import type { ChartData, ChartStep } from '../../../charts/chart-data.ts'
import type { Span } from '../../../charts/range.ts'
import type { Chart } from '../../../charts/use-chart-state.ts'
import { paths } from '../../../paths.ts'

/** What the charts beside those of the log are made of. */
export type Period = {
  readonly chart: Chart
  /** Epoch seconds; 0: open. */
  readonly span: Span
  readonly query: UseQueryResult<PeriodFigures>
  /** The same of the period before; null: it is not compared. */
  readonly before: UseQueryResult<PeriodFigures> | null
  readonly onBrush: (span: Span) => void
}

const refreshMs = 60_000

const usePeriod = (
  span: Span,
  {
    zone,
    step = 'auto',
    enabled = true,
  }: { readonly zone: string; readonly step?: ChartStep | 'auto'; readonly enabled?: boolean },
): UseQueryResult<PeriodFigures> =>
  useRead(
    analyticsCalls,
    'listPeriodFigures',
    { query: { start_timestamp: span.from, end_timestamp: span.to, time_zone: zone, step } },
    { keep: true, everyMs: refreshMs, enabled },
  )

/** The figures of a span and, where they are compared, of the one before it, in the same steps. */
export function useCompared(
  span: Span,
  { zone, compare, spanBefore }: { zone: string; compare: boolean; spanBefore: Span | null },
): Pick<Period, 'query' | 'before'> {
  const query = usePeriod(span, { zone })
  const step = query.data?.step
  const before = usePeriod(spanBefore ?? span, {
    zone,
    step: step ?? 'auto',
    enabled: compare && spanBefore !== null && step !== undefined,
  })
  return { query, before: spanBefore === null ? null : before }
}

type Series<Values> = ChartData<Values>['series']

/** A part of the answer as a chart takes it. */
function partOf<Values>(
  query: UseQueryResult<PeriodFigures>,
  pick: (figures: PeriodFigures) => { readonly series: Series<Values>; readonly total: Values },
): ChartQuery<Values> {
  const { data } = query
  return {
    data: data === undefined ? undefined : { step: data.step, starts: data.starts, ...pick(data) },
    error: query.error,
    isFetching: query.isFetching,
    refetch: () => query.refetch(),
  }
}

/** The rows of the log of a stretch of time. */
export const callsOf = (
  { from, to }: { from: number; to: number },
  filter: Record<string, string> = {},
) =>
  paths.log({
    ...filter,
    start_timestamp: from > 0 ? from : undefined,
    end_timestamp: to > 0 ? to : undefined,
  })

/** The same part of both. */
export const comparedParts = <Values>(
  { query, before }: Pick<Period, 'query' | 'before'>,
  pick: Parameters<typeof partOf<Values>>[1],
) => ({ query: partOf(query, pick), before: before === null ? null : partOf(before, pick) })
