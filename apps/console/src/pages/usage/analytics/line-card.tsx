import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { PeriodFigures } from '@posthouse/contract/calls/analytics'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { bucketOf, labelled, stepText, tickText } from '../../../charts/chart-data.ts'
import { DownloadCsv } from '../../../charts/download-csv.tsx'
import type { Span } from '../../../charts/range.ts'
import { Failed, InPlaceOfRows } from '../../../table/table-states.tsx'
import { Road } from '../../../ui/art/road.tsx'
import { part } from '../../../ui/part.ts'

const LinePlot = part(async () => ({ default: (await import('./line-plot.tsx')).LinePlot }))

/** A figure by step; null where there is none. */
type FigureLine = {
  readonly key: string
  readonly name: string
  readonly values: readonly (number | null)[]
}

type Props = {
  readonly title: string
  readonly help?: string
  readonly zone: string
  readonly span: Span
  readonly query: UseQueryResult<PeriodFigures>
  /** Of the period before, where it is compared with. */
  readonly before?: UseQueryResult<PeriodFigures> | null
  readonly linesOf: (figures: PeriodFigures) => readonly FigureLine[]
  readonly totalOf: (figures: PeriodFigures) => number | null
  readonly format: (value: number) => string
  /** Money is in quota units. Money and milliseconds are whole numbers. */
  readonly unit: 'money' | 'milliseconds' | 'share'
  /** The rows behind a stretch of time. */
  readonly rowsOf: (span: Span) => string
  /** Below the lines. */
  readonly children?: ReactNode
}

/** Figures that no sum can be made of, as lines. A click on a step leads to its rows. */
export function LineCard(props: Props) {
  const { t } = useTranslation()
  const { title, help, query, before = null, totalOf, format } = props
  const { data } = query
  const total = data === undefined ? null : totalOf(data)
  const then = before?.data === undefined ? null : totalOf(before.data)
  return (
    <Card sx={{ p: 5 }} aria-busy={query.isFetching}>
      <Typography component="h2" variant="h3">
        {title}
      </Typography>
      <Typography component="p" variant="h4" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {total === null ? '—' : format(total)}
      </Typography>
      {then !== null && (
        <Typography variant="caption" color="textSecondary" component="p">
          {t('analytics.before', { before: format(then) })}
        </Typography>
      )}
      {help !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {help}
        </Typography>
      )}
      <Plot {...props} />
      {props.children}
    </Card>
  )
}

function Plot({ title, zone, span, query, linesOf, format, unit, rowsOf }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data } = query
  if (query.error !== null) {
    return <Failed error={query.error} onRetry={() => void query.refetch()} />
  }
  if (data === undefined) return <Skeleton variant="rounded" height={240} />
  const { starts, step } = data
  const lines = linesOf(data)
  const isEmpty = (value: number | null) => value === null || (unit === 'money' && value === 0)
  if (lines.every(({ values }) => values.every(isEmpty))) {
    return (
      <InPlaceOfRows
        picture={<Road />}
        title={t('analytics.noData')}
        sentence={t('analytics.noDataHelp')}
      />
    )
  }
  const titles = starts.map((start) => stepText(start, step, zone))
  return (
    <>
      <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
        <LinePlot
          lines={lines}
          ticks={starts.map((start) => tickText(start, step, zone))}
          titles={titles}
          labelled={labelled(starts, step, zone, 'wide')}
          format={format}
          whole={unit !== 'share'}
          onOpen={(place) => void navigate(rowsOf(bucketOf(starts, place, span)))}
        />
      </Suspense>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <DownloadCsv title={title} titles={titles} columns={lines} />
      </Box>
    </>
  )
}
