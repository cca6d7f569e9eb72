import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type LogRow, type LogSort, logType } from '@posthouse/contract/log'
import { Link as RouterLink } from 'react-router'
import { formatDuration } from '../../lib/time/format-time.ts'
import { textOf, timeOf } from '../../noun/cells.tsx'
import type { NounColumns } from '../../noun/noun.ts'
import { paths } from '../../paths.ts'
import { ChargeCell } from '../../table/cells/charge-cell.tsx'
import { MovedAmount } from './moved-amount.tsx'
import { RowStatus } from './row-status.tsx'

export const isCall = (row: LogRow): boolean =>
  row.type === logType.consumption || row.type === logType.error

/** A refund is a row of its own with an amount below zero. */
const isRefund = (row: LogRow): boolean => row.type === logType.refund

/** Rows that a receipt explains. */
export const hasReceipt = (row: LogRow): boolean => isCall(row) || isRefund(row)

const tokens = (row: LogRow, count: number) =>
  isCall(row) && (count > 0 || row.type !== logType.error) ? count.toLocaleString('en-US') : '—'

/** What the row is about, by its name and with the way to it. */
const named = (name: string, to: string) =>
  name === '' ? (
    '—'
  ) : (
    <Link component={RouterLink} to={to}>
      {name}
    </Link>
  )

export const logColumns = {
  time: {
    label: 'log.time',
    card: 'title',
    sort: 'created_at',
    room: 140,
    cell: timeOf('created_at'),
  },
  type: {
    label: 'table.status',
    card: 'status',
    optional: true,
    room: 100,
    cell: (row) => <RowStatus row={row} />,
  },
  model: {
    label: 'log.model',
    card: 'fact',
    room: 160,
    cardLabel: (row) => (row.model_name === '' ? 'log.event' : 'log.model'),
    cell: (row) =>
      row.model_name || (
        <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere' }}>
          {row.content || '—'}
        </Typography>
      ),
    fact: textOf('model_name'),
    when: hasReceipt,
  },
  token: {
    label: 'log.token',
    optional: true,
    room: 120,
    gives: 1,
    cell: textOf('token_name'),
    fact: ({ token_name: name }) => named(name, paths.log({ token_name: name })),
    when: hasReceipt,
  },
  user: {
    label: 'log.user',
    optional: true,
    room: 85,
    gives: 2,
    only: 'administrators',
    cell: textOf('username'),
    fact: ({ username }) => named(username, paths.log({ username })),
    when: ({ username }) => username !== '',
  },
  channel: {
    label: 'log.channel',
    optional: true,
    room: 100,
    gives: 3,
    only: 'administrators',
    cell: ({ channel }) => channel?.name || '—',
    fact: ({ channel }) => channel !== null && named(channel.name, paths.channelRow(channel.id)),
    when: (row) => hasReceipt(row) && row.channel !== null,
  },
  duration: {
    label: 'log.duration',
    numeric: true,
    card: 'fact',
    optional: true,
    room: 78,
    cell: (row) => (isCall(row) ? formatDuration(row.request_time) : '—'),
    when: isCall,
  },
  first: {
    label: 'log.firstToken',
    numeric: true,
    optional: true,
    room: 140,
    gives: 4,
    cell: ({ first_content_time: first }) => (first === null ? '—' : formatDuration(first)),
    when: isCall,
  },
  input: {
    label: 'log.input',
    numeric: true,
    optional: true,
    room: 70,
    cell: (row) => tokens(row, row.prompt_tokens),
    when: isCall,
  },
  output: {
    label: 'log.output',
    numeric: true,
    optional: true,
    room: 70,
    cell: (row) => tokens(row, row.completion_tokens),
    when: isCall,
  },
  quota: {
    label: 'log.quota',
    numeric: true,
    card: 'fact',
    kept: true,
    room: 95,
    cell: (row, { address }) =>
      isCall(row) ? (
        <ChargeCell row={row.id} quota={row.quota} to={`${address}&panel=charge`} />
      ) : (
        <MovedAmount row={row} to={`${address}&panel=charge`} />
      ),
    fact: (row) =>
      isCall(row) ? <ChargeCell row={row.id} quota={row.quota} /> : <MovedAmount row={row} />,
  },
} satisfies NounColumns<LogRow, LogSort>
