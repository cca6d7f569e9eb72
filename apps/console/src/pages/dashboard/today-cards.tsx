import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { LogSums } from '@posthouse/contract/log'
import type { Self } from '@posthouse/contract/user'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/refusal.ts'
import { changeInPercent } from '../../charts/chart-data.ts'
import { successRate } from '../../lib/success-rate.ts'
import { daysLeft, daysText } from '../../lib/money/forecast.ts'
import { formatQuota, formatShort, formatSum } from '@posthouse/contract/format-amount'
import { useAmountDisplay } from '../../stores/site.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { type Today, useToday } from './use-today.ts'

/** Balance, and today against yesterday until this hour. */
export function TodayCards({ self }: { readonly self: Self }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const today = useToday()
  const spend = (units: number) => formatSum(units, display)
  return (
    <>
      <Problem today={today} />
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: {
            xs: 'minmax(0,1fr) minmax(0,1fr)',
            lg: 'minmax(0, 1.3fr) repeat(4, minmax(0, 1fr))',
          },
          '& > :first-of-type': { gridColumn: { xs: '1 / -1', lg: 'auto' } },
        }}
      >
        <Balance self={self} today={today} />
        <Against
          label={t('dashboard.requestsToday')}
          below={(sums) => t('dashboard.succeeded', { rate: successRate(sums) })}
          of={({ requests }) => requests}
          format={formatShort}
          now={today.today}
          before={today.yesterday}
        />
        <Against
          label={t('dashboard.spendToday')}
          of={({ quota }) => quota}
          format={spend}
          now={today.today}
          before={today.yesterday}
        />
        <Against
          label={t('dashboard.tokensToday')}
          of={(sums) => sums.prompt_tokens + sums.completion_tokens}
          format={formatShort}
          now={today.today}
          before={today.yesterday}
        />
        <Against
          label={t('dashboard.rpm')}
          of={({ requests }) => requests / 60}
          format={(perMinute) => perMinute.toFixed(perMinute >= 10 ? 0 : 1)}
          now={today.hour}
          before={today.hourYesterday}
        />
      </Box>
    </>
  )
}

/** Figures that did not come, in one place. */
function Problem({ today }: { readonly today: Today }) {
  const { t } = useTranslation()
  if (today.error === null) return null
  return (
    <InlineError
      text={messageOf(today.error)}
      action={
        <Button size="small" color="inherit" onClick={today.retry}>
          {t('action.retry')}
        </Button>
      }
    />
  )
}

/** What is left, and how long it lasts at the pace of the last days. */
function Balance({ self, today }: { readonly self: Self; readonly today: Today }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const days = today.spentByDay === undefined ? undefined : daysLeft(self.quota, today.spentByDay)
  return (
    <Figure
      label={t('dashboard.balance')}
      value={formatQuota(self.quota, display)}
      note={
        <>
          {t('dashboard.usedSoFar', { amount: formatSum(self.used_quota, display) })}
          <br />
          {days === undefined
            ? t('dashboard.daysUnknown')
            : t('dashboard.daysLeft', { days: daysText(days) })}
        </>
      }
    />
  )
}

type AgainstProps = {
  readonly label: string
  readonly of: (sums: LogSums) => number
  readonly format: (value: number) => string
  /** A line of its own above the comparison, where there is something to say. */
  readonly below?: (sums: LogSums) => string
  readonly now: LogSums | undefined
  readonly before: LogSums | undefined
}

const Against = ({ label, of, format, below, now, before }: AgainstProps) => (
  <Figure
    label={label}
    value={now === undefined ? '—' : format(of(now))}
    note={
      now === undefined || before === undefined ? (
        '—'
      ) : (
        <>
          {below !== undefined && now.requests > 0 && (
            <>
              {below(now)}
              <br />
            </>
          )}
          <Change today={of(now)} yesterday={of(before)} />
        </>
      )
    }
  />
)

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
      sx={{
        my: 1,
        fontSize: { xs: 24, sm: 28 },
        lineHeight: '36px',
        fontVariantNumeric: 'tabular-nums',
      }}
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
