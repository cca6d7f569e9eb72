import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from './column.ts'
import { FilterInput } from './filter-input.tsx'
import { change, FilterPanel } from './filter-panel.tsx'
import type { List } from './use-list.ts'

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly fields: readonly FilterField<Filter>[]
  readonly found: number | undefined
  readonly onRefresh: () => void
  readonly view: ReactNode
}

/** One line: the search box, the other filters, refresh, the view. */
export function TableToolbar<Filter extends string>(props: Props<Filter>) {
  const { t } = useTranslation()
  const [first, ...others] = props.fields
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 3 }}>
      {first !== undefined && (
        <Box sx={{ flex: '0 1 280px', minWidth: 0 }}>
          <FilterInput
            field={first}
            value={props.list.state.filters[first.name]}
            onChange={(value) => change(props.list, first.name, value)}
          />
        </Box>
      )}
      {others.length > 0 && <FilterPanel list={props.list} fields={others} found={props.found} />}
      <Box sx={{ flex: 1 }} />
      <Tooltip title={t('table.refresh')}>
        <IconButton aria-label={t('table.refresh')} onClick={props.onRefresh}>
          <IconRefresh size={18} stroke={1.5} />
        </IconButton>
      </Tooltip>
      {props.view}
    </Box>
  )
}
