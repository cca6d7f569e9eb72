import { type Palette, useTheme } from '@mui/material/styles'
import { BarChart, barClasses } from '@mui/x-charts/BarChart'
import { axisOf, type Unit } from './axis.ts'
import { type BrushProps, BrushSurface } from './brush-surface.tsx'
import type { Line } from './chart-data.ts'
import { plotFrame } from './plot-frame.ts'

export type PlotLine = Line & {
  readonly colour: string
  /** `others` is hatched. `before` stands beside the stack, not in it. */
  readonly kind: 'line' | 'others' | 'before'
}

type Props = {
  readonly lines: readonly PlotLine[]
  readonly ticks: readonly string[]
  readonly titles: readonly string[]
  /** Whether a step's tick is written. */
  readonly labelled: (place: number) => boolean
  readonly format: (value: number) => string
  readonly unit: Unit
  readonly brush: BrushProps
}

/** Sums over calendar steps as stacked bars. The table beside them says the same in words. */
export function SeriesPlot({ lines, ticks, titles, labelled, format, unit, brush }: Props) {
  const { palette } = useTheme()
  const places = ticks.map((_, place) => place)
  const stack = lines.filter(({ kind }) => kind !== 'before')
  const heights = [stack, lines.filter(({ kind }) => kind === 'before')].flatMap((bar) =>
    places.map((place) => bar.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)),
  )
  const axis = axisOf(Math.max(0, ...heights), unit)
  return (
    <BrushSurface {...brush} lines={stack} end={axis.end}>
      <BarChart
        height={plotFrame.height}
        hideLegend
        skipAnimation
        disableKeyboardNavigation
        margin={{ left: 0, right: plotFrame.right, top: plotFrame.top, bottom: 0 }}
        grid={{ horizontal: true }}
        xAxis={[
          {
            scaleType: 'band',
            data: places,
            height: plotFrame.bottom,
            categoryGapRatio: places.length > 40 ? 0.1 : 0.3,
            barGapRatio: 0,
            tickLabelInterval: (place: number) => labelled(place),
            disableTicks: true,
            valueFormatter: (place: number, { location }) =>
              (location === 'tooltip' ? titles : ticks)[place] ?? '',
          },
        ]}
        yAxis={[
          {
            width: plotFrame.left,
            min: 0,
            max: axis.end,
            domainLimit: 'strict',
            tickInterval: [...axis.ticks],
            valueFormatter: axis.format,
            disableLine: true,
            disableTicks: true,
          },
        ]}
        series={lines.map((line) => ({
          id: `${line.kind}:${line.key}`,
          label: line.name,
          data: [...line.values],
          color: line.kind === 'others' ? 'url(#chart-hatches)' : line.colour,
          ...(line.kind === 'before' ? {} : { stack: 'now' }),
          valueFormatter: (value: number | null) =>
            value === null || value === 0 ? null : format(value),
        }))}
        sx={lookOf(palette)}
      >
        <Hatches colour={palette.text.secondary} />
      </BarChart>
    </BrushSurface>
  )
}

/** Dotted horizontals; the period before is pale. */
const lookOf = (palette: Palette) => ({
  '&& .MuiChartsGrid-line': { strokeDasharray: '2 4', stroke: palette.divider },
  '&& .MuiChartsAxis-line': { stroke: palette.divider },
  '& .MuiChartsAxis-tickLabel': { fill: palette.text.secondary },
  [`& .${barClasses.series}[data-series^="before:"]`]: { opacity: 0.4 },
})

/** What all others are drawn with: no colour of their own. */
const Hatches = ({ colour }: { readonly colour: string }) => (
  <defs>
    <pattern
      id="chart-hatches"
      width={6}
      height={6}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <line x1={0} y1={0} x2={0} y2={6} stroke={colour} strokeWidth={1.5} />
    </pattern>
  </defs>
)
