import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import { Suspense } from 'react'
import { tokensOf } from '../ui/theme/tokens.ts'
import {
  bucketOf,
  type ChartData,
  type Line,
  linesOf,
  type Measure,
  stepText,
  totalsOf,
} from './chart-data.ts'
import { type ColourMemory, placesOf } from './colours.ts'
import { ChartPlot } from './chart-plot.tsx'
import { DownloadCsv } from './download-csv.tsx'
import type { BodyProps } from './chart-props.ts'
import { SeriesLegend } from './series-legend.tsx'
import { SeriesTable } from './series-table.tsx'

/** More would leave no room for names. */
const legendMeasures = 3

/** The plot with its legend, or all of it as a table. */
export function ChartBody<Values>(props: BodyProps<Values>) {
  const { chart, measure, measures, title, span, nameOf, rowsOf, hasRows } = props
  const data = withoutIdleOthers(props.data, measures)
  const colourOf = useColours(data)
  const lines = linesOf(data, measure, nameOf)
  const totals = totalsOf(data, measure)
  const titles = data.starts.map((start) => stepText(start, data.step, chart.state.zone))
  const file = <FileOf title={title} titles={titles} lines={lines} measure={measure} />
  if (chart.state.asTable) {
    return (
      <>
        <Box sx={{ px: 5, pb: 2 }}>
          <SeriesTable
            label={title}
            lines={lines}
            titles={titles}
            totals={totals}
            total={measure.of(data.total)}
            format={measure.formatColumn([...totals, ...lines.flatMap(({ values }) => values)])}
            linkOf={(place) => rowsOf(bucketOf(data.starts, place, span), null)}
          />
        </Box>
        {file}
      </>
    )
  }
  return (
    <>
      <Box sx={besides}>
        <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
          <ChartPlot
            {...props}
            data={data}
            lines={lines}
            totals={totals}
            titles={titles}
            colourOf={colourOf}
          />
        </Suspense>
        <SeriesLegend
          title={title}
          data={data}
          measures={measures.slice(0, legendMeasures)}
          heading={props.heading}
          nameOf={nameOf}
          colourOf={colourOf}
          linkOf={(key, name) => (hasRows(key) ? rowsOf(span, { key, name }) : undefined)}
          order={chart.state.legend}
          onOrder={(legend) => chart.change({ legend })}
        />
      </Box>
      {file}
    </>
  )
}

type FileProps<Values> = {
  readonly title: string
  readonly titles: readonly string[]
  readonly lines: readonly Line[]
  readonly measure: Measure<Values>
}

const FileOf = <Values,>({ title, titles, lines, measure }: FileProps<Values>) => (
  <Box sx={{ px: 5, pb: 3, display: 'flex', justifyContent: 'flex-end' }}>
    <DownloadCsv
      title={title}
      titles={titles}
      columns={lines.map(({ name, values }) => ({
        name,
        values: values.map((value) => inUnits(value, measure)),
      }))}
    />
  </Box>
)

/** As the axis counts: dollars, not the units that they are kept in. */
const inUnits = <Values,>(value: number, { unit }: Measure<Values>): number => value / unit.size

const besides = {
  px: 5,
  pb: 5,
  display: 'grid',
  gap: 6,
  gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
}

/** All others are named only where there are any. */
const withoutIdleOthers = <Values,>(
  data: ChartData<Values>,
  measures: readonly Measure<Values>[],
): ChartData<Values> => ({
  ...data,
  series: data.series.filter(
    ({ key, total }) => key !== '' || measures.some(({ of }) => of(total) !== 0),
  ),
})

/** One memory for all charts: what has a colour keeps it while the console is open. */
const memory: ColourMemory = new Map()

/** The last colour of the palette is left to nobody: all others are hatched. */
function useColours<Values>(data: ChartData<Values>): (key: string) => string {
  const { palette } = useTheme()
  const colours = tokensOf[palette.mode].charts.slice(0, -1)
  const keys = data.series.map(({ key }) => key).filter((key) => key !== '')
  const places = placesOf(keys, memory, colours.length)
  const byKey = new Map(keys.map((key, index) => [key, colours[places[index] ?? 0]]))
  return (key) => byKey.get(key) ?? palette.text.secondary
}
