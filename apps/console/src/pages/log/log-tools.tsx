import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { LogCleanUp } from '../../forms/log/log-clean-up.tsx'
import { useIsAdministrator } from '../../stores/session.ts'
import type { List } from '../../table/state/use-list.ts'
import type { LogFilter } from './log-filters.ts'
import { LogPeriods } from './log-periods.tsx'

/** Over the chart: periods, and for administrators the clean-up. */
export function LogTools({ list }: { readonly list: List<LogFilter> }) {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>
      <LogPeriods list={list} />
      {administrator && (
        <Box sx={{ ml: 'auto' }}>
          <LogCleanUp label={t('form.cleanLog')} />
        </Box>
      )}
    </Box>
  )
}
