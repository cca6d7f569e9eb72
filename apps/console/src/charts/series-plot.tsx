import { type Palette, useTheme } from '@mui/material/styles'
import { LineChart, lineClasses } from '@mui/x-charts/LineChart'
import { type BrushProps, BrushSurface } from './brush-surface.tsx'
import type { Line } from './chart-data.ts'
import { axisEnd, plotFrame } from './plot-frame.ts'

/** With more steps than this a dot each would be a caterpillar. */
const dotsMax = 26

export type PlotLine = Line & {
  readonly colour: string
  /** All others: an area of hatches. The period before: dashes. */
  readonly kind: 'line' | 'others' | 'before'
}

type Props = {
  readonly lines: readonly PlotLine[]
  readonly ticks: readonly string[]
  readonly titles: readonly string[]
  readonly format: (value: number) => string
  readonly formatAxis: (value: number) => string
  readonly brush: BrushProps
}

/** Lines over calendar steps. The table beside it says the same in words. */
export function SeriesPlot({ lines, ticks, titles, format, formatAxis, brush }: Props) {
  const { palette } = useTheme()
  const places = ticks.map((_, place) => place)
  const values = lines.flatMap((line) => line.values)
  const most = axisEnd(values)
  return (
    <BrushSurface {...brush} lines={lines} most={most}>
      <LineChart
        height={plotFrame.height}
        hideLegend
        skipAnimation
        disableKeyboardNavigation
        margin={{ left: 0, right: plotFrame.right, top: plotFrame.top, bottom: 0 }}
        grid={{ horizontal: true }}
        xAxis={[
          {
            scaleType: 'point',
            data: places,
            height: plotFrame.bottom,
            tickLabelMinGap: 12,
            disableTicks: true,
            valueFormatter: (place: number, { location }) =>
              (location === 'tooltip' ? titles : ticks)[place] ?? '',
          },
        ]}
        yAxis={[
          {
            width: plotFrame.left,
            min: 0,
            max: most,
            domainLimit: 'strict',
            tickNumber: 5,
            // Units, calls and tokens are whole: between two of them is nothing to read.
            tickMinStep: 1,
            tickInterval: values.some((value) => value > 0) ? 'auto' : [0],
            valueFormatter: formatAxis,
            disableLine: true,
            disableTicks: true,
          },
        ]}
        series={lines.map((line) => ({
          id: `${line.kind}:${line.key}`,
          label: line.name,
          data: [...line.values],
          color: line.colour,
          curve: 'linear' as const,
          area: line.kind === 'others',
          shape: 'circle' as const,
          showMark: line.kind !== 'before' && ticks.length <= dotsMax,
          valueFormatter: (value) => (value === null || value === 0 ? null : format(value)),
        }))}
        sx={lookOf(palette)}
      >
        <Hatches colour={palette.text.secondary} />
      </LineChart>
    </BrushSurface>
  )
}

/** Dotted horizontals, straight lines, dashes for the period before, hatches for all others. */
const lookOf = (palette: Palette) => ({
  '&& .MuiChartsGrid-line': { strokeDasharray: '2 4', stroke: palette.divider },
  '&& .MuiChartsAxis-line': { stroke: palette.divider },
  '& .MuiChartsAxis-tickLabel': { fill: palette.text.secondary },
  [`& .${lineClasses.line}`]: { strokeWidth: 2 },
  [`& .${lineClasses.line}[data-series^="before:"]`]: { strokeDasharray: '5 5' },
  [`& .${lineClasses.mark}`]: { strokeWidth: 2, r: 3 },
  [`& .${lineClasses.area}`]: { fill: 'url(#chart-hatches)', opacity: 0.5 },
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
