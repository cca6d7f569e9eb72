import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Line } from './chart-data.ts'

type Props = {
  readonly label: string
  readonly lines: readonly Line[]
  readonly titles: readonly string[]
  readonly totals: readonly number[]
  readonly total: number
  readonly format: (value: number) => string
  readonly linkOf: (place: number) => string
}

/** The same figures for those who read tables: a row for each step. */
export function SeriesTable({ label, lines, titles, totals, total, format, linkOf }: Props) {
  const { t } = useTranslation()
  const shown = (value: number) => (value === 0 ? '—' : format(value))
  return (
    <Box sx={{ overflow: 'auto', maxHeight: 420 }} tabIndex={0} role="region" aria-label={label}>
      <Table size="small" stickyHeader sx={{ '& th': { bgcolor: 'background.paper' } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('chart.time')}</TableCell>
            {lines.map(({ key, name }) => (
              <TableCell key={key} align="right">
                {name}
              </TableCell>
            ))}
            <TableCell align="right">{t('chart.total')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {titles.map((title, place) => (
            <TableRow key={place}>
              <TableCell component="th" scope="row" sx={{ whiteSpace: 'nowrap' }}>
                <Link component={RouterLink} to={linkOf(place)} color="inherit">
                  {title}
                </Link>
              </TableCell>
              {lines.map(({ key, values }) => (
                <TableCell key={key} align="right">
                  {shown(values[place] ?? 0)}
                </TableCell>
              ))}
              <TableCell align="right">{shown(totals[place] ?? 0)}</TableCell>
            </TableRow>
          ))}
          <TableRow sx={{ '& > *': { fontWeight: 'fontWeightMedium' } }}>
            <TableCell component="th" scope="row">
              {t('chart.total')}
            </TableCell>
            {lines.map((line) => (
              <TableCell key={line.key} align="right">
                {format(line.total)}
              </TableCell>
            ))}
            <TableCell align="right">{format(total)}</TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </Box>
  )
}
