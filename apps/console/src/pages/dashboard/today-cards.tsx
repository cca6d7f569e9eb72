import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { DashboardRow } from '@posthouse/contract/log'
import type { Self } from '@posthouse/contract/user'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatQuota, formatShort, formatSum } from '../../lib/format-amount.ts'
import { changeInPercent, totalsOn } from '../../lib/usage-series.ts'
import { useAmountDisplay } from '../../stores/site.ts'

type Props = {
  readonly self: Self
  readonly rows: UseQueryResult<DashboardRow[], Error>
  readonly days: readonly string[]
}

/** Balance, and today against yesterday. */
export function TodayCards({ self, rows, days }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const known = rows.data ?? []
  const today = totalsOn(known, days.at(-1) ?? '')
  const yesterday = totalsOn(known, days.at(-2) ?? '')
  const shown = (text: string) => (rows.data === undefined ? '—' : text)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0,1fr) minmax(0,1fr)', lg: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      <Figure
        label={t('dashboard.balance')}
        value={formatQuota(self.quota, display)}
        note={t('dashboard.usedSoFar', { amount: formatSum(self.used_quota, display) })}
      />
      <Figure
        label={t('dashboard.requestsToday')}
        value={shown(formatShort(today.requests))}
        note={<Change today={today.requests} yesterday={yesterday.requests} />}
      />
      <Figure
        label={t('dashboard.spendToday')}
        value={shown(formatSum(today.quota, display))}
        note={<Change today={today.quota} yesterday={yesterday.quota} />}
      />
      <Figure
        label={t('dashboard.tokensToday')}
        value={shown(formatShort(today.tokens))}
        note={<Change today={today.tokens} yesterday={yesterday.tokens} />}
      />
    </Box>
  )
}

type FigureProps = {
  readonly label: string
  readonly value: string
  readonly note: ReactNode
}

const Figure = ({ label, value, note }: FigureProps) => (
  <Card sx={{ p: { xs: 4, sm: 5 } }}>
    <Typography variant="body2" color="textSecondary">
      {label}
    </Typography>
    <Typography
      component="p"
      variant="h4"
      sx={{ my: 1, fontSize: { xs: 24, sm: 32 }, fontVariantNumeric: 'tabular-nums' }}
    >
      {value}
    </Typography>
    <Typography variant="caption" color="textSecondary" component="p">
      {note}
    </Typography>
  </Card>
)

function Change({ today, yesterday }: { readonly today: number; readonly yesterday: number }) {
  const { t } = useTranslation()
  const change = changeInPercent(today, yesterday)
  if (change === undefined) return t('dashboard.noYesterday')
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  return t('dashboard.againstYesterday', { change: `${sign}${Math.abs(change)} %` })
}
