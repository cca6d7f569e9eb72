import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { bucketOf, labelled, type Line, tickText, totalsOf } from './chart-data.ts'
import type { BodyProps } from './chart-props.ts'
import type { PlotLine } from './series-plot.tsx'
import { part } from '../ui/part.ts'

const SeriesPlot = part(async () => ({ default: (await import('./series-plot.tsx')).SeriesPlot }))

type Props<Values> = BodyProps<Values> & {
  readonly lines: readonly Line[]
  /** All lines together, by step. */
  readonly totals: readonly number[]
  /** Each step in words. */
  readonly titles: readonly string[]
  readonly colourOf: (key: string) => string
}

/** The bars of a chart, and what a click or a stretch of time on them does. */
export function ChartPlot<Values>(props: Props<Values>) {
  const { chart, data, measure, title, titles, totals } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'))
  const bucket = (place: number) => bucketOf(data.starts, place, props.span)
  return (
    <SeriesPlot
      lines={useLines(props)}
      ticks={data.starts.map((start) => tickText(start, data.step, chart.state.zone))}
      titles={titles}
      format={measure.format}
      labelled={labelled(data.starts, data.step, chart.state.zone, narrow ? 'narrow' : 'wide')}
      unit={measure.unit}
      brush={{
        count: data.starts.length,
        label: t('chart.surface', { title }),
        describe: (from, to) =>
          t(from === to ? 'chart.step' : 'chart.stretch', {
            from: titles[from] ?? '',
            to: titles[to] ?? '',
            value: measure.format(sumOf(totals, from, to)),
          }),
        onOpen: (place, key) => {
          const series = data.series.find((entry) => entry.key === key)
          const one = series !== undefined && props.hasRows(series.key) ? series : null
          void navigate(props.rowsOf(bucket(place), one))
        },
        onBrush: (from, to) => props.onBrush({ from: bucket(from).from, to: bucket(to).to }),
      }}
    />
  )
}

/** The lines as they are, or the whole against the whole of before: parts twice would be a thicket. */
function useLines<Values>(props: Props<Values>): readonly PlotLine[] {
  const { data, before, measure, lines, totals, colourOf } = props
  const { t } = useTranslation()
  const { palette } = useTheme()
  if (before === undefined) {
    return lines.map((line) => ({
      ...line,
      colour: colourOf(line.key),
      kind: line.key === '' ? 'others' : 'line',
    }))
  }
  const then = totalsOf(before, measure)
  return [
    {
      key: '',
      name: t('chart.before'),
      values: data.starts.map((_, place) => then[place] ?? 0),
      total: measure.of(before.total),
      colour: palette.text.secondary,
      kind: 'before',
    },
    {
      key: '',
      name: t('chart.now'),
      values: totals,
      total: measure.of(data.total),
      colour: palette.primary.main,
      kind: 'line',
    },
  ]
}

const sumOf = (values: readonly number[], from: number, to: number): number =>
  values.slice(from, to + 1).reduce((sum, value) => sum + value, 0)
