import { statementCalls } from '@posthouse/contract/calls/statements'
import { formatQuota, formatSum } from '@posthouse/contract/format-amount'
import type { Statement, StatementLine } from '@posthouse/contract/statement'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../charts/use-now.ts'
import { download } from '../../api/download.ts'
import { notifyFailure } from '../../api/refusal.ts'
import { useRead } from '../../api/use-call.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { Failed, LoadingRows } from '../../table/table-states.tsx'
import { monthAfter, monthOf, zone } from './months.ts'

/** Everything that moved the balance in a month, and what the balance was after each. */
export function StatementSection() {
  const [month, setMonth] = useState(() => monthOf(new Date()))
  const query = { month, time_zone: zone() }
  const asked = useRead(statementCalls, 'getOwnStatement', { query }, { keep: true })
  return (
    <StatementView
      month={month}
      onMonth={setMonth}
      asked={asked}
      onDownload={() => download(statementCalls, 'exportOwnStatement', { query })}
    />
  )
}

type ViewProps = {
  readonly month: string
  readonly onMonth: (month: string) => void
  readonly asked: {
    readonly data: Statement | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly onDownload: () => Promise<void>
}

export function StatementView({ month, onMonth, asked, onDownload }: ViewProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Months month={month} since={asked.data?.since ?? 0} onMonth={onMonth} />
        <Button
          startIcon={<IconDownload size={18} aria-hidden />}
          onClick={() => void onDownload().catch(notifyFailure)}
          sx={{ ml: 'auto' }}
        >
          {t('statement.csv')}
        </Button>
      </Box>
      {asked.error !== null && <Failed error={asked.error} onRetry={() => void asked.refetch()} />}
      {asked.error === null && asked.data === undefined && <LoadingRows />}
      {asked.data !== undefined && <Lines statement={asked.data} />}
    </Box>
  )
}

type MonthsProps = Pick<ViewProps, 'month' | 'onMonth'> & { readonly since: number }

function Months({ month, since, onMonth }: MonthsProps) {
  const { t, i18n } = useTranslation()
  const thisMonth = monthOf(new Date(useNow() * 1_000))
  const [year = 0, number = 1] = month.split('-').map(Number)
  const name = new Date(year, number - 1, 1).toLocaleDateString(i18n.language.replace('_', '-'), {
    year: 'numeric',
    month: 'long',
  })
  return (
    <>
      <IconButton
        aria-label={t('statement.before')}
        disabled={month <= monthOf(new Date(since * 1_000))}
        onClick={() => onMonth(monthAfter(month, -1))}
      >
        <IconChevronLeft size={20} aria-hidden />
      </IconButton>
      <Typography
        component="h2"
        variant="h3"
        aria-live="polite"
        sx={{ minWidth: 140, textAlign: 'center' }}
      >
        {name}
      </Typography>
      <IconButton
        aria-label={t('statement.after')}
        disabled={month >= thisMonth}
        onClick={() => onMonth(monthAfter(month, 1))}
      >
        <IconChevronRight size={20} aria-hidden />
      </IconButton>
    </>
  )
}

function Lines({ statement }: { readonly statement: Statement }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  return (
    <Card sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label={t('statement.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('statement.time')}</TableCell>
            <TableCell>{t('statement.what')}</TableCell>
            <TableCell align="right">{t('statement.amount')}</TableCell>
            <TableCell align="right">{t('statement.balance')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          <Sum label={t('statement.opening')} value={formatQuota(statement.opening, display)} />
          {statement.lines.map((line, index) => (
            <Line key={index} line={line} />
          ))}
          <Sum label={t('statement.closing')} value={formatQuota(statement.closing, display)} />
        </TableBody>
      </Table>
      {statement.lines.length === 0 && (
        <Typography color="textSecondary" sx={{ p: 4 }}>
          {t('statement.empty')}
        </Typography>
      )}
    </Card>
  )
}

function Sum({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <TableRow>
      <TableCell colSpan={3} sx={{ fontWeight: 600 }}>
        {label}
      </TableCell>
      <TableCell align="right" sx={{ fontWeight: 600, ...figures }}>
        {value}
      </TableCell>
    </TableRow>
  )
}

const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

function Line({ line }: { readonly line: StatementLine }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { time, kind, text, count, amount, balance } = line
  return (
    <TableRow>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>
        <TimeCell seconds={time} />
      </TableCell>
      <TableCell>
        {kind === 'usage' ? t('statement.usage', { count }) : t(`statement.kinds.${kind}`)}
        {kind !== 'usage' && text !== '' && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        )}
      </TableCell>
      <TableCell align="right" sx={figures}>
        {amount > 0 && '+'}
        {formatSum(amount, display)}
      </TableCell>
      <TableCell align="right" sx={figures}>
        {formatQuota(balance, display)}
      </TableCell>
    </TableRow>
  )
}
