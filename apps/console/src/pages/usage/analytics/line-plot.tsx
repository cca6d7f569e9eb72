import { useTheme } from '@mui/material/styles'
import { LineChart } from '@mui/x-charts/LineChart'
import { plotFrame } from '../../../charts/plot-frame.ts'
import { tokensOf } from '../../../ui/theme/tokens.ts'

type Props = {
  readonly lines: readonly {
    readonly key: string
    readonly name: string
    readonly values: readonly (number | null)[]
  }[]
  readonly ticks: readonly string[]
  readonly titles: readonly string[]
  readonly labelled: (place: number) => boolean
  readonly format: (value: number) => string
  /** Whether the values are whole numbers: then so are the ticks. */
  readonly whole: boolean
  readonly onOpen: (place: number) => void
}

/** Lines that are not stacked; where there is no figure a line has a gap. */
export function LinePlot({ lines, ticks, titles, labelled, format, whole, onOpen }: Props) {
  const { palette } = useTheme()
  const colours = tokensOf[palette.mode].charts
  return (
    <LineChart
      height={plotFrame.height + 40}
      skipAnimation
      grid={{ horizontal: true }}
      margin={{ left: 0, right: plotFrame.right, top: plotFrame.top, bottom: 0 }}
      onAxisClick={(_, data) => {
        if (data !== null) onOpen(data.dataIndex)
      }}
      xAxis={[
        {
          scaleType: 'point',
          data: ticks.map((_, place) => place),
          height: plotFrame.bottom,
          tickLabelInterval: (place: number) => labelled(place),
          disableTicks: true,
          valueFormatter: (place: number, { location }) =>
            (location === 'tooltip' ? titles : ticks)[place] ?? '',
        },
      ]}
      yAxis={[
        {
          width: plotFrame.left + 8,
          // A loss lies below zero.
          min: Math.min(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))),
          ...(whole && { tickMinStep: 1 }),
          // Nothing but zeros would have no height.
          ...(lines.every(({ values }) => values.every((value) => !value)) && { max: 1 }),
          valueFormatter: (value: number) => format(value),
          disableLine: true,
          disableTicks: true,
        },
      ]}
      series={lines.map(({ key, name, values }, at) => ({
        id: key,
        label: name,
        data: [...values],
        color: colours[at % colours.length] ?? palette.primary.main,
        curve: 'linear' as const,
        showMark: values.length <= 31,
        valueFormatter: (value: number | null) => (value === null ? null : format(value)),
      }))}
      sx={{
        '&& .MuiChartsGrid-line': { strokeDasharray: '2 4', stroke: palette.divider },
        '&& .MuiChartsAxis-line': { stroke: palette.divider },
        '& .MuiChartsAxis-tickLabel': { fill: palette.text.secondary },
        cursor: 'pointer',
      }}
    />
  )
}
