import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import type { AmountDisplay } from '../lib/format-amount.ts'
import { formatCharge, formatSum } from '../lib/format-amount.ts'
import type { Series } from '../lib/usage-series.ts'

type Props = {
  readonly days: readonly string[]
  readonly series: readonly Series[]
  readonly colours: readonly string[]
  readonly display: AmountDisplay
  readonly nameOf: (model: string) => string
  readonly label: string
}

/** Stacked columns of spend, a colour a model. The table beside it says the same in words. */
export function SpendChart({ days, series, colours, display, nameOf, label }: Props) {
  const { palette } = useTheme()
  return (
    <BarChart
      height={240}
      hideLegend
      skipAnimation
      aria-label={label}
      margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
      grid={{ horizontal: true }}
      xAxis={[{ scaleType: 'band', data: days.map((day) => day.slice(5)), categoryGapRatio: 0.5 }]}
      yAxis={[
        {
          width: 80,
          valueFormatter: (units: number) => formatSum(units, display),
          disableLine: true,
          disableTicks: true,
        },
      ]}
      series={series.map((entry, index) => ({
        label: nameOf(entry.model),
        data: [...entry.values],
        stack: 'spend',
        color: colours[index] ?? palette.text.secondary,
        valueFormatter: (units) => (units === 0 ? null : formatCharge(units ?? 0, display)),
      }))}
      sx={{
        '& .MuiChartsGrid-line': { strokeDasharray: '2 4', stroke: palette.divider },
        '& .MuiChartsAxis-line': { stroke: palette.divider },
        '& .MuiChartsAxis-tickLabel': { fill: palette.text.secondary },
      }}
    />
  )
}
