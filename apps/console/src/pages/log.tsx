import { logCalls } from '@posthouse/contract/calls/logs'
import Box from '@mui/material/Box'
import type { LogRow } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../api/download.ts'
import { useRead } from '../api/use-call.ts'
import { formatTime, readersTimeZone } from '../lib/format-time.ts'
import { useIsAdministrator } from '../stores/session.ts'
import { QueryTable } from '../table/query-table.tsx'
import { type List, useList } from '../table/use-list.ts'
import { Ledger } from '../ui/art/ledger.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { LogChart } from './log/log-chart.tsx'
import { useLogColumns } from './log/log-columns.tsx'
import { type LogFilter, listSpec, useLogFields } from './log/log-fields.ts'
import { LogPeek } from './log/log-peek.tsx'
import { SumStrip } from './log/sum-strip.tsx'

export function LogPage() {
  const { t } = useTranslation()
  const list = useList(listSpec)
  const query = useLogRows(list)
  const columns = useLogColumns(list)
  const fields = useLogFields()
  const download = useLogDownload()
  return (
    <>
      <PageHeading title={t('menu.log')} lead={t('log.lead')} />
      <Box sx={{ mb: 4 }}>
        <LogChart list={list} />
      </Box>
      <QueryTable
        label={t('menu.log')}
        list={list}
        query={query}
        columns={columns}
        fields={fields}
        rowId={(row: LogRow) => String(row.id)}
        rowName={(row) => formatTime(row.created_at)}
        download={() =>
          download({ query: { ...list.state.filters, time_zone: readersTimeZone() } })
        }
        strip={<SumStrip filters={list.state.filters} />}
        empty={{ picture: <Ledger />, title: t('log.emptyTitle'), sentence: t('log.empty') }}
      />
      {list.state.row !== '' && <LogPeek list={list} rows={query.data?.data ?? []} />}
    </>
  )
}

function useLogDownload() {
  const administrator = useIsAdministrator()
  const all = useDownload(logCalls, 'exportLogs')
  const own = useDownload(logCalls, 'exportOwnLogs')
  return administrator ? all : own
}

/** Administrators read everybody's log, others their own. */
function useLogRows(list: List<LogFilter>) {
  const administrator = useIsAdministrator()
  const { cursor, size, order, filters } = list.state
  const input = {
    query: {
      size,
      order,
      before_id: cursor.before ?? 0,
      after_id: cursor.after ?? 0,
      ...filters,
    },
  }
  const all = useRead(logCalls, 'listLogs', input, { keep: true, enabled: administrator })
  const own = useRead(logCalls, 'listOwnLogs', input, { keep: true, enabled: !administrator })
  return administrator ? all : own
}
