import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Failed, InPlaceOfRows } from '../table/table-states.tsx'
import { Road } from '../ui/art/road.tsx'
import { WaitingBlock } from '../ui/still-waiting.tsx'
import { type ChartData, changeInPercent, type Measure } from './chart-data.ts'
import { ChartBody } from './chart-body.tsx'
import type { BodyProps } from './chart-props.ts'
import { type ChartOptions, ChartControls } from './chart-controls.tsx'
import type { Chart } from './use-chart-state.ts'

/** A question and its answer, as far as it has come. */
export type ChartQuery<Values> = {
  readonly data: ChartData<Values> | undefined
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export type ChartCardProps<Values> = Omit<BodyProps<Values>, 'data' | 'before' | 'measure'> &
  ChartOptions & {
    readonly title: string
    readonly chart: Chart
    readonly query: ChartQuery<Values>
    /** The same of the period before; null where there is none to compare with. */
    readonly before: ChartQuery<Values> | null
    /** What chooses the range, when the chart itself does. */
    readonly range?: ReactNode
    readonly empty: { readonly title: string; readonly sentence: string }
  }

/** A chart with its headline, its controls and its legend, or with what went wrong in their place. */
export function ChartCard<Values>(props: ChartCardProps<Values>) {
  const { title, chart, query, before, measures, range } = props
  const measure = measures.find(({ id }) => id === chart.state.measure) ?? measures[0]
  if (measure === undefined) return null
  const shown = chart.state.compare && before !== null ? before : null
  return (
    <Card sx={{ position: 'relative' }} aria-busy={query.isFetching}>
      {query.isFetching && query.data !== undefined && <Bar />}
      <Box sx={{ p: 5, display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-start' }}>
        <Headline title={title} measure={measure} data={query.data} before={shown?.data} />
        <ChartControls {...props} canCompare={before !== null} />
      </Box>
      {range !== undefined && <Box sx={{ px: 5, pb: 4 }}>{range}</Box>}
      <Contents {...props} measure={measure} before={shown} />
    </Card>
  )
}

function Bar() {
  const { t } = useTranslation()
  return (
    <LinearProgress
      aria-label={t('shell.loading')}
      sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 2 }}
    />
  )
}

type HeadlineProps<Values> = {
  readonly title: string
  readonly measure: Measure<Values>
  readonly data: ChartData<Values> | undefined
  readonly before: ChartData<Values> | undefined
}

/** The total, and how it stands to the period before. */
function Headline<Values>({ title, measure, data, before }: HeadlineProps<Values>) {
  const { t } = useTranslation()
  const now = data === undefined ? undefined : measure.of(data.total)
  const then = before === undefined ? undefined : measure.of(before.total)
  const change = now === undefined || then === undefined ? undefined : changeInPercent(now, then)
  const sign = change === undefined || change === 0 ? '±' : change > 0 ? '+' : '−'
  return (
    <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
      <Typography component="h2" variant="h3">
        {title}
      </Typography>
      <Typography
        component="p"
        variant="h4"
        data-testid="chart-total"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {now === undefined ? '—' : measure.format(now)}
      </Typography>
      {then !== undefined && (
        <Typography variant="caption" color="textSecondary" component="p">
          {change === undefined
            ? t('chart.beforeNothing')
            : t('chart.against', {
                change: `${sign}${Math.abs(change)} %`,
                before: measure.format(then),
              })}
        </Typography>
      )}
    </Box>
  )
}

type ContentsProps<Values> = Omit<ChartCardProps<Values>, 'before'> & {
  readonly measure: Measure<Values>
  readonly before: ChartQuery<Values> | null
}

function Contents<Values>({ query, before, empty, ...rest }: ContentsProps<Values>) {
  const failed = query.error ?? before?.error ?? null
  if (failed !== null && query.data === undefined) {
    return <Failed error={failed} onRetry={() => void query.refetch()} />
  }
  if (query.data === undefined) {
    return (
      <Box sx={{ mx: 5, mb: 5 }}>
        <WaitingBlock height={268} />
      </Box>
    )
  }
  if (query.data.series.length === 0) {
    return <InPlaceOfRows picture={<Road />} {...empty} />
  }
  return <ChartBody {...rest} data={query.data} before={before?.data} />
}
