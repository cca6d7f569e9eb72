import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { PeriodFigures } from '@posthouse/contract/calls/analytics'
import { formatSum, sumColumn } from '@posthouse/contract/format-amount'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '../../../paths.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { LineCard } from './line-card.tsx'
import { callsOf, type Period } from './period.ts'

type Margin = PeriodFigures['margins'][number]['total']

const sumOf = (margins: readonly Margin[]): Margin =>
  margins.reduce(
    (sum, { revenue, costed, cost }) => ({
      revenue: sum.revenue + revenue,
      costed: sum.costed + costed,
      cost: sum.cost + cost,
    }),
    { revenue: 0, costed: 0, cost: 0 },
  )

const profitOf = ({ costed, cost }: Margin): number => costed - cost

/** What users paid, what suppliers take, and what is left of it. */
export function MarginCard({ chart, span, query, before }: Period) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const margins = query.data?.margins ?? []
  const total = sumOf(margins.map((channel) => channel.total))
  const unknown = total.revenue - total.costed
  return (
    <LineCard
      title={t('analytics.margin')}
      help={
        unknown === 0
          ? t('analytics.marginHelp')
          : t('analytics.marginUnknown', {
              amount: formatSum(unknown, display),
              share: ((100 * unknown) / total.revenue).toFixed(1),
            })
      }
      zone={chart.state.zone}
      span={span}
      query={query}
      before={chart.state.compare ? before : null}
      linesOf={({ starts, margins: channels }) => {
        const sums = starts.map((_, place) =>
          sumOf(channels.flatMap(({ values }) => values[place] ?? [])),
        )
        return [
          {
            key: 'revenue',
            name: t('analytics.revenue'),
            values: sums.map(({ revenue }) => revenue),
          },
          { key: 'cost', name: t('analytics.cost'), values: sums.map(({ cost }) => cost) },
          { key: 'profit', name: t('analytics.profit'), values: sums.map(profitOf) },
        ]
      }}
      totalOf={({ margins: channels }) => profitOf(sumOf(channels.map((channel) => channel.total)))}
      format={(units) => formatSum(units, display)}
      unit="money"
      rowsOf={(stretch) => callsOf(stretch)}
    >
      {margins.length > 0 && <MarginTable margins={margins} span={span} />}
    </LineCard>
  )
}

type TableProps = Pick<Period, 'span'> & { readonly margins: PeriodFigures['margins'] }

/** The same by channel; the dearest losses and the best earners are easily seen. */
function MarginTable({ margins, span }: TableProps) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const amount = sumColumn(
    margins.flatMap(({ total }) => [total.revenue, total.cost, profitOf(total)]),
    display,
  )
  return (
    <Box
      sx={{ overflowX: 'auto', mt: 3 }}
      tabIndex={0}
      role="region"
      aria-label={t('analytics.marginByChannel')}
    >
      <Table size="small" sx={{ '& td, & th': { px: 1.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('usage.byChannel')}</TableCell>
            <TableCell align="right">{t('analytics.revenue')}</TableCell>
            <TableCell align="right">{t('analytics.cost')}</TableCell>
            <TableCell align="right">{t('analytics.profit')}</TableCell>
            <TableCell align="right">{t('analytics.marginShare')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {margins.map((channel) => (
            <MarginRow key={channel.key} channel={channel} span={span} amount={amount} />
          ))}
        </TableBody>
      </Table>
      <Typography variant="caption" color="textSecondary">
        {t('analytics.marginOf')}
      </Typography>
    </Box>
  )
}

type RowProps = Pick<Period, 'span'> & {
  readonly channel: PeriodFigures['margins'][number]
  readonly amount: (units: number) => string
}

function MarginRow({ channel: { key, name, total }, span, amount }: RowProps) {
  const { t } = useTranslation()
  const isKnown = total.costed !== 0 || total.cost !== 0
  const profit = profitOf(total)
  return (
    <TableRow>
      <TableCell sx={{ maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {key === '' ? (
          t('usage.others')
        ) : (
          <Link component={RouterLink} to={callsOf(span, { channel_id: key })}>
            {name === '' ? `#${key}` : name}
          </Link>
        )}
      </TableCell>
      <TableCell align="right">{amount(total.revenue)}</TableCell>
      <TableCell align="right">
        {isKnown ? (
          amount(total.cost)
        ) : (
          <Link component={RouterLink} to={paths.channel}>
            {t('analytics.costMissing')}
          </Link>
        )}
      </TableCell>
      <TableCell align="right" sx={isKnown && profit < 0 ? { color: 'error.main' } : {}}>
        {isKnown ? amount(profit) : '—'}
      </TableCell>
      <TableCell align="right">
        {isKnown && total.costed !== 0 ? `${((100 * profit) / total.costed).toFixed(1)}%` : '—'}
      </TableCell>
    </TableRow>
  )
}
