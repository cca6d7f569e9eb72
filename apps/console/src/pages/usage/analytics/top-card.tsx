import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { PeriodFigures, Ranked } from '@posthouse/contract/calls/analytics'
import { formatShort, sumColumn } from '@posthouse/contract/format-amount'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useAmountDisplay } from '../../../stores/site.ts'
import { Failed } from '../../../table/table-states.tsx'
import { WaitingBlock } from '../../../ui/still-waiting.tsx'

type Props = {
  readonly title: string
  readonly heading: string
  readonly query: UseQueryResult<PeriodFigures>
  readonly rowsIn: (figures: PeriodFigures) => readonly Ranked[]
  /** The records behind a row. */
  readonly rowsOf: (row: Ranked) => string
}

/** Those that spent the most, the largest first. */
export function TopCard({ title, heading, query, rowsIn, rowsOf }: Props) {
  const { t } = useTranslation()
  return (
    <Card sx={{ p: 5, minWidth: 0 }} aria-busy={query.isFetching}>
      <Typography component="h2" variant="h3" sx={{ mb: 3 }}>
        {title}
      </Typography>
      {query.error !== null ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <WaitingBlock height={200} />
      ) : rowsIn(query.data).length === 0 ? (
        <Typography color="textSecondary">{t('analytics.noData')}</Typography>
      ) : (
        <TopTable title={title} heading={heading} rows={rowsIn(query.data)} rowsOf={rowsOf} />
      )}
    </Card>
  )
}

type TableProps = Pick<Props, 'title' | 'heading' | 'rowsOf'> & { readonly rows: readonly Ranked[] }

function TopTable({ title, heading, rows, rowsOf }: TableProps) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const amount = sumColumn(
    rows.map(({ quota }) => quota),
    display,
  )
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={title}>
      <Table size="small" sx={{ '& td, & th': { px: 1.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{heading}</TableCell>
            <TableCell align="right">{t('usage.spend')}</TableCell>
            <TableCell align="right">{t('usage.requests')}</TableCell>
            <TableCell align="right">{t('usage.tokens')}</TableCell>
            <TableCell align="right">{t('analytics.failed')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {rows.map((row) => (
            <TableRow key={row.key}>
              <TableCell sx={{ maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis' }}>
                <Link component={RouterLink} to={rowsOf(row)}>
                  {row.name === '' ? `#${row.key}` : row.name}
                </Link>
              </TableCell>
              <TableCell align="right">{amount(row.quota)}</TableCell>
              <TableCell align="right">{row.requests.toLocaleString('en-US')}</TableCell>
              <TableCell align="right">{formatShort(row.tokens)}</TableCell>
              <TableCell align="right">
                {row.requests === 0 ? '—' : `${((100 * row.errors) / row.requests).toFixed(1)}%`}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
