import type { ChartData, Measure } from './chart-data.ts'
import type { Span } from './range.ts'
import type { Chart } from './use-chart-state.ts'

/** What a chart is made of; it knows no noun but through this. */
export type BodyProps<Values> = {
  readonly chart: Chart
  readonly data: ChartData<Values>
  /** The period before: drawn as one dashed line. */
  readonly before: ChartData<Values> | undefined
  /** What was asked for, epoch seconds; 0: open. */
  readonly span: Span
  readonly measure: Measure<Values>
  readonly measures: readonly Measure<Values>[]
  readonly title: string
  /** What a series is of, above their names. */
  readonly heading: string
  readonly nameOf: (key: string, name: string) => string
  /** The rows behind a stretch of time, of one series or of all. */
  readonly rowsOf: (span: Span, series: { key: string; name: string } | null) => string
  /** Whether one filter finds the rows of a series. */
  readonly hasRows: (key: string) => boolean
  readonly onBrush: (span: Span) => void
}
