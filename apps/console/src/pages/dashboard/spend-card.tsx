import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTheme } from '@mui/material/styles'
import type { DashboardRow } from '@posthouse/contract/log'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSum } from '../../lib/format-amount.ts'
import { spendSeries } from '../../lib/usage-series.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { Failed } from '../../table/table-states.tsx'
import { tokensOf } from '../../ui/theme/tokens.ts'
import { SpendLegend, SpendTable } from './spend-tables.tsx'

const SpendChart = lazy(async () => ({
  default: (await import('../../charts/spend-chart.tsx')).SpendChart,
}))

type Props = {
  readonly rows: UseQueryResult<DashboardRow[], Error>
  readonly days: readonly string[]
}

/** Seven days of spend by model: chart with its legend as a table, or all of it as a table. */
export function SpendCard({ rows, days }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const colours = tokensOf[useTheme().palette.mode].charts
  const [asTable, setAsTable] = useState(false)
  if (rows.error !== null) {
    return (
      <Card>
        <Failed error={rows.error} onRetry={() => void rows.refetch()} />
      </Card>
    )
  }
  if (rows.data === undefined) return <Skeleton variant="rounded" height={320} />
  const series = spendSeries(rows.data, days)
  const total = series.reduce((sum, entry) => sum + entry.total, 0)
  const nameOf = (model: string) => (model === '' ? t('dashboard.otherModels') : model)
  return (
    <Card sx={{ p: 5 }}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', mb: 3 }}>
        <Box sx={{ flex: 1 }}>
          <Typography component="h2" variant="h3">
            {t('dashboard.sevenDays')}
          </Typography>
          <Typography component="p" variant="h2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatSum(total, display)}
          </Typography>
        </Box>
        <Button size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'dashboard.asChart' : 'dashboard.asTable')}
        </Button>
      </Box>
      {asTable ? (
        <SpendTable series={series} days={days} display={display} nameOf={nameOf} />
      ) : (
        <Box
          sx={{
            display: 'grid',
            gap: 6,
            gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0, 2fr) minmax(0, 1fr)' },
          }}
        >
          <Suspense fallback={<Skeleton variant="rounded" height={240} />}>
            <SpendChart
              days={days}
              series={series}
              colours={colours}
              display={display}
              nameOf={nameOf}
              label={t('dashboard.sevenDays')}
            />
          </Suspense>
          <SpendLegend series={series} colours={colours} display={display} nameOf={nameOf} />
        </Box>
      )}
    </Card>
  )
}
