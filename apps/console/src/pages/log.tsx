import type { LogRow } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import { useRead } from '../api/use-call.ts'
import { formatTime } from '../lib/format-time.ts'
import { useIsAdministrator } from '../stores/session.ts'
import { QueryTable } from '../table/query-table.tsx'
import { type List, useList } from '../table/use-list.ts'
import { Ledger } from '../ui/art/ledger.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
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
  return (
    <>
      <PageHeading title={t('menu.log')} lead={t('log.lead')} />
      <QueryTable
        label={t('menu.log')}
        list={list}
        query={query}
        columns={columns}
        fields={fields}
        rowId={(row: LogRow) => String(row.id)}
        rowName={(row) => formatTime(row.created_at)}
        strip={<SumStrip filters={list.state.filters} />}
        empty={{ picture: <Ledger />, title: t('log.emptyTitle'), sentence: t('log.empty') }}
      />
      {list.state.row !== '' && <LogPeek list={list} rows={query.data?.data ?? []} />}
    </>
  )
}

/** Administrators read everybody's log, others their own. */
function useLogRows(list: List<LogFilter>) {
  const administrator = useIsAdministrator()
  const { page, size, order, filters } = list.state
  const input = { query: { page, size, order, ...filters } }
  const all = useRead('listLogs', input, { keep: true, enabled: administrator })
  const own = useRead('listOwnLogs', input, { keep: true, enabled: !administrator })
  return administrator ? all : own
}
