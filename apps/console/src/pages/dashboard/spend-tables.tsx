import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { type AmountDisplay, formatCharge } from '../../lib/format-amount.ts'
import type { Series } from '../../lib/usage-series.ts'

type LegendProps = {
  readonly series: readonly Series[]
  readonly colours: readonly string[]
  readonly display: AmountDisplay
  readonly nameOf: (model: string) => string
}

/** The legend, with what each colour came to. */
export function SpendLegend({ series, colours, display, nameOf }: LegendProps) {
  const { t } = useTranslation()
  return (
    <Table size="small" aria-label={t('dashboard.legend')} sx={{ alignSelf: 'start' }}>
      <TableHead>
        <TableRow>
          <TableCell>{t('log.model')}</TableCell>
          <TableCell align="right">{t('log.requests')}</TableCell>
          <TableCell align="right">{t('log.spend')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {series.map((entry, index) => (
          <TableRow key={entry.model}>
            <TableCell sx={{ overflowWrap: 'anywhere' }}>
              <Box
                component="span"
                aria-hidden
                sx={{
                  display: 'inline-block',
                  width: 10,
                  height: 10,
                  mr: 2,
                  borderRadius: '2px',
                  bgcolor: colours[index],
                }}
              />
              {nameOf(entry.model)}
            </TableCell>
            <TableCell align="right">{entry.requests.toLocaleString('en-US')}</TableCell>
            <TableCell align="right">{formatCharge(entry.total, display)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

type TableProps = {
  readonly series: readonly Series[]
  readonly days: readonly string[]
  readonly display: AmountDisplay
  readonly nameOf: (model: string) => string
}

/** The same figures for those who read tables. */
export function SpendTable({ series, days, display, nameOf }: TableProps) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{ overflowX: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={t('dashboard.sevenDays')}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('log.model')}</TableCell>
            {days.map((day) => (
              <TableCell key={day} align="right">
                {day.slice(5)}
              </TableCell>
            ))}
            <TableCell align="right">{t('charge.total')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {series.map((entry) => (
            <TableRow key={entry.model}>
              <TableCell component="th" scope="row">
                {nameOf(entry.model)}
              </TableCell>
              {entry.values.map((value, index) => (
                <TableCell key={days[index]} align="right">
                  {value === 0 ? '—' : formatCharge(value, display)}
                </TableCell>
              ))}
              <TableCell align="right">{formatCharge(entry.total, display)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
