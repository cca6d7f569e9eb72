import Typography from '@mui/material/Typography'
import { type LogRow, type LogSort, logType } from '@posthouse/contract/log'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDuration } from '../../lib/format-time.ts'
import { useIsAdministrator } from '../../stores/session.ts'
import { ChargeCell } from '../../table/cells/charge-cell.tsx'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import type { Column } from '../../table/column.ts'
import type { List } from '../../table/use-list.ts'
import { logTypeName } from '../../ui/status.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { LogFilter } from './log-fields.ts'

export const isCall = (row: LogRow): boolean =>
  row.type === logType.consumption || row.type === logType.error

const tokens = (row: LogRow, count: number) => (isCall(row) ? count.toLocaleString('en-US') : '—')

export function useLogColumns(list: List<LogFilter>): readonly Column<LogRow, LogSort>[] {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  // Without a row, so that it is the same whichever is open.
  const address = list.rowAddress('')
  return useMemo(() => {
    const forAdministrators = ['user', 'channel']
    return [...nameColumns(t), ...figureColumns(t, address)].filter(
      (column) => administrator || !forAdministrators.includes(column.id),
    )
  }, [t, administrator, address])
}

function nameColumns(t: TFunction): readonly Column<LogRow, LogSort>[] {
  return [
    {
      id: 'time',
      header: t('log.time'),
      card: 'title',
      sort: 'created_at',
      cell: (row) => <TimeCell seconds={row.created_at} />,
    },
    {
      id: 'type',
      header: t('log.type'),
      card: 'status',
      optional: true,
      cell: (row) => <StatusChip status={logTypeName(row.type)} />,
    },
    {
      id: 'model',
      header: t('log.model'),
      card: 'fact',
      cardHeader: (row) => t(row.model_name === '' ? 'log.event' : 'log.model'),
      cell: (row) =>
        row.model_name === '' ? (
          <Typography variant="body2" component="span" sx={{ overflowWrap: 'anywhere' }}>
            {row.content || '—'}
          </Typography>
        ) : (
          row.model_name
        ),
    },
    { id: 'token', header: t('log.token'), optional: true, cell: (row) => row.token_name || '—' },
    { id: 'user', header: t('log.user'), optional: true, cell: (row) => row.username || '—' },
    {
      id: 'channel',
      header: t('log.channel'),
      optional: true,
      cell: (row) => row.channel?.name || '—',
    },
  ]
}

function figureColumns(t: TFunction, address: string): readonly Column<LogRow, LogSort>[] {
  return [
    {
      id: 'duration',
      header: t('log.duration'),
      numeric: true,
      card: 'fact',
      optional: true,
      cell: (row) => (isCall(row) ? formatDuration(row.request_time) : '—'),
    },
    {
      id: 'first',
      header: t('log.firstToken'),
      numeric: true,
      optional: true,
      cell: (row) =>
        row.first_content_time === null ? '—' : formatDuration(row.first_content_time),
    },
    {
      id: 'input',
      header: t('log.input'),
      numeric: true,
      optional: true,
      cell: (row) => tokens(row, row.prompt_tokens),
    },
    {
      id: 'output',
      header: t('log.output'),
      numeric: true,
      optional: true,
      cell: (row) => tokens(row, row.completion_tokens),
    },
    {
      id: 'quota',
      header: t('log.quota'),
      numeric: true,
      card: 'fact',
      cell: (row) => (
        <ChargeCell row={row.id} quota={row.quota} to={`${address}&row=${row.id}&panel=charge`} />
      ),
    },
  ]
}
