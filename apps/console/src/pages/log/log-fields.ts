import { LogQuery, type LogSort, logSorts, logType } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import { useIsAdministrator } from '../../stores/session.ts'
import type { FilterField } from '../../table/column.ts'
import type { ListSpec } from '../../table/list-state.ts'
import { logTypeName, statuses } from '../../ui/status.ts'

const filters = [
  'model_name',
  'token_name',
  'request_id',
  'start_timestamp',
  'end_timestamp',
  'log_type',
  'doubted',
  'username',
  'channel_id',
  'source_ip',
] as const

export type LogFilter = (typeof filters)[number]

export const listSpec: ListSpec<LogFilter, LogSort> = {
  table: 'log',
  filters,
  query: LogQuery,
  sorts: logSorts,
  defaultOrder: '-created_at',
  paging: 'cursor',
}

const kinds = [
  logType.consumption,
  logType.error,
  logType.topUp,
  logType.management,
  logType.system,
]

/** What the log can be filtered by; administrators have more. */
export function useLogFields(): readonly FilterField<LogFilter>[] {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  const own: FilterField<LogFilter>[] = [
    { name: 'model_name', kind: 'text', label: t('log.model'), placeholder: t('log.search') },
    {
      name: 'log_type',
      kind: 'segments',
      label: t('log.type'),
      choices: kinds.map((kind) => ({
        value: String(kind),
        label: t(statuses[logTypeName(kind)].word),
      })),
    },
    { name: 'token_name', kind: 'text', label: t('log.token') },
    { name: 'request_id', kind: 'text', label: t('log.requestId') },
    {
      name: 'doubted',
      kind: 'segments',
      label: t('log.doubts'),
      choices: [{ value: '1', label: t('log.doubted') }],
    },
    { name: 'start_timestamp', kind: 'time', label: t('log.from') },
    { name: 'end_timestamp', kind: 'time', label: t('log.until') },
  ]
  if (!administrator) return own
  return [
    ...own,
    { name: 'username', kind: 'text', label: t('log.user') },
    { name: 'channel_id', kind: 'text', label: t('log.channelId') },
    { name: 'source_ip', kind: 'text', label: t('log.address') },
  ]
}
