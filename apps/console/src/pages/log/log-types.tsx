import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { logType } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import type { List } from '../../table/use-list.ts'
import { logTypeName, statuses } from '../../ui/status.ts'
import type { LogFilter } from './log-fields.ts'

/** The kind of row, one click away. */
export function LogTypes({ list }: { readonly list: List<LogFilter> }) {
  const { t } = useTranslation()
  const numbers = [
    logType.consumption,
    logType.error,
    logType.topUp,
    logType.management,
    logType.system,
  ]
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={t('log.type')}
      value={list.state.filters.log_type}
      onChange={(_, value: string | null) => list.change({ filters: { log_type: value ?? '' } })}
      sx={{ px: 3, pb: 3, flexWrap: 'wrap', '& button': { py: 1, px: 3, textTransform: 'none' } }}
    >
      <ToggleButton value="">{t('table.all')}</ToggleButton>
      {numbers.map((number) => (
        <ToggleButton key={number} value={String(number)}>
          {t(statuses[logTypeName(number)].word)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
