import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { ChartData, Measure } from './chart-data.ts'

type Props<Values> = {
  /** Of the chart. */
  readonly title: string
  readonly data: ChartData<Values>
  readonly measures: readonly Measure<Values>[]
  readonly nameOf: (key: string, name: string) => string
  readonly colourOf: (key: string) => string
  /** The rows behind a series; undefined where there is no one filter for them. */
  readonly linkOf: (key: string, name: string) => string | undefined
  readonly order: string
  readonly onOrder: (order: string) => void
  readonly heading: string
}

/** The legend, with what each colour came to. */
export function SeriesLegend<Values>(props: Props<Values>) {
  const { title, data, measures, nameOf, colourOf, linkOf, order, onOrder, heading } = props
  const { t } = useTranslation()
  const rows = sorted(data.series, measures, order)
  const columns = measures.map((measure) => ({
    id: measure.id,
    of: measure.of,
    text: measure.formatColumn([data, ...data.series].map(({ total }) => measure.of(total))),
  }))
  return (
    <Box
      sx={{ minWidth: 0, maxHeight: 344, overflowY: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={`${t('chart.legend')}: ${title}`}
    >
      <Table
        size="small"
        stickyHeader
        aria-label={`${t('chart.legend')}: ${title}`}
        sx={{ '& td, & th': { px: 1.5 }, tableLayout: 'auto' }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ bgcolor: 'background.paper' }}>{heading}</TableCell>
            {measures.map(({ id, label }) => (
              <SortCell key={id} id={id} label={label} order={order} onOrder={onOrder} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {rows.map(({ key, name, total }) => (
            <TableRow key={key}>
              <TableCell sx={{ width: '99%', maxWidth: 0 }}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 80 }}>
                  <Swatch colour={colourOf(key)} hatched={key === ''} />
                  <Named to={linkOf(key, name)} text={nameOf(key, name)} />
                </Box>
              </TableCell>
              {columns.map(({ id, of, text }) => (
                <TableCell key={id} align="right">
                  {text(of(total))}
                </TableCell>
              ))}
            </TableRow>
          ))}
          <TableRow>
            <TableCell sx={{ fontWeight: 500, borderBottom: 0 }}>{t('chart.total')}</TableCell>
            {columns.map(({ id, of, text }) => (
              <TableCell key={id} align="right" sx={{ fontWeight: 500, borderBottom: 0 }}>
                {text(of(data.total))}
              </TableCell>
            ))}
          </TableRow>
        </TableBody>
      </Table>
    </Box>
  )
}

function sorted<Values>(
  series: ChartData<Values>['series'],
  measures: readonly Measure<Values>[],
  order: string,
): ChartData<Values>['series'] {
  const measure = measures.find(({ id }) => id === order.replace(/^-/, ''))
  if (measure === undefined) return series
  const ascending = series.toSorted((a, b) => measure.of(a.total) - measure.of(b.total))
  return order.startsWith('-') ? ascending.toReversed() : ascending
}

type SortProps = {
  readonly id: string
  readonly label: string
  readonly order: string
  readonly onOrder: (order: string) => void
}

function SortCell({ id, label, order, onOrder }: SortProps) {
  const active = order.replace(/^-/, '') === id
  const descending = order.startsWith('-')
  const direction = descending ? 'desc' : 'asc'
  return (
    <TableCell
      align="right"
      sx={{ bgcolor: 'background.paper' }}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : 'none'}
    >
      <TableSortLabel
        active={active}
        direction={active ? direction : 'desc'}
        onClick={() => onOrder(order === `-${id}` ? id : order === id ? '' : `-${id}`)}
      >
        {label}
      </TableSortLabel>
    </TableCell>
  )
}

const Named = ({ to, text }: { readonly to: string | undefined; readonly text: string }) =>
  to === undefined ? (
    <span>{text}</span>
  ) : (
    <Link component={RouterLink} to={to} color="inherit" title={text} sx={{ minWidth: 0 }}>
      <MiddleCut text={text} />
    </Link>
  )

const Swatch = ({ colour, hatched }: { readonly colour: string; readonly hatched: boolean }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      flex: 'none',
      width: 10,
      height: 10,
      borderRadius: '2px',
      ...(hatched
        ? { background: `repeating-linear-gradient(45deg, ${colour} 0 2px, transparent 2px 4px)` }
        : { bgcolor: colour }),
    }}
  />
)

/** The end that always stays: it tells `claude-sonnet-4-5` from `claude-sonnet-4`. */
const tailLength = 8

/** A name on one line, cut in the middle where there is too little room. */
const MiddleCut = ({ text }: { readonly text: string }) => (
  <Box component="span" sx={{ display: 'flex', minWidth: 0, whiteSpace: 'pre' }}>
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {text.slice(0, -tailLength)}
    </Box>
    <Box component="span" sx={{ flex: 'none' }}>
      {text.slice(-tailLength)}
    </Box>
  </Box>
)
