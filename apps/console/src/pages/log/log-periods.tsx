import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { useTranslation } from 'react-i18next'
import { readersTimeZone } from '../../lib/time/format-time.ts'
import type { List } from '../../table/state/use-list.ts'
import type { LogFilter } from './log-filters.ts'
import { periodOf, periods } from './periods.ts'

const now = (): number => Math.floor(Date.now() / 1_000)

/** Stretches of time that are asked for often. They end up in the address like any filter. */
export function LogPeriods({ list }: { readonly list: List<LogFilter> }) {
  const { t } = useTranslation()
  const { start_timestamp: start, end_timestamp: end } = list.state.filters
  return (
    <Box
      role="group"
      aria-label={t('log.period')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}
    >
      {periods.map((name) => {
        const { from, to } = periodOf(name, now(), readersTimeZone())
        const filters = { start_timestamp: String(from), end_timestamp: to === 0 ? '' : String(to) }
        const chosen = start === filters.start_timestamp && end === filters.end_timestamp
        return (
          <Chip
            key={name}
            size="small"
            variant={chosen ? 'filled' : 'outlined'}
            aria-pressed={chosen}
            label={t(`log.periods.${name}`)}
            onClick={() =>
              list.change({
                filters: chosen ? { start_timestamp: '', end_timestamp: '' } : filters,
              })
            }
          />
        )
      })}
    </Box>
  )
}
