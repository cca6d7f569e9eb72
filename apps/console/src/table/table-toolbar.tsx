import Box from '@mui/material/Box'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterField } from './column.ts'
import { change, FilterPanel } from './filter/filter-panel.tsx'
import { FilterSegments } from './filter/filter-segments.tsx'
import { SearchBox } from './filter/search-box.tsx'
import type { SortChoice } from './filter/sort-select.tsx'
import type { List } from './state/use-list.ts'
import { IconAction } from '../ui/icon-action.tsx'

/** Where the container is at least as wide, segments stand in the toolbar. */
const segmentsFrom = 900

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly fields: readonly FilterField<Filter>[]
  readonly found: number | undefined
  readonly width: number
  /** What cards can be sorted by; empty where headers do it. */
  readonly sorts: readonly SortChoice[]
  readonly onRefresh: () => void
  /** At the end of the line. */
  readonly children: ReactNode
}

/** One line: the search box, the other filters, refresh, export, the view. */
export function TableToolbar<Filter extends string>(props: Props<Filter>) {
  const { t } = useTranslation()
  const { list } = props
  const [first, ...rest] = props.fields
  const wide = props.width >= segmentsFrom
  const segments = wide ? rest.filter((field) => field.kind === 'segments') : []
  const others = rest.filter((field) => !segments.includes(field))
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 3, py: 2, minHeight: 56 }}>
      {first !== undefined && (
        <Box sx={{ flex: { xs: '1 1 0', sm: '0 1 260px' }, minWidth: 0 }}>
          <SearchBox
            field={first}
            value={list.state.filters[first.name]}
            schema={list.spec.query.shape[first.name]}
            onChange={(value) => change(list, first.name, value)}
          />
        </Box>
      )}
      {segments.map((field) => (
        <FilterSegments
          key={field.name}
          field={field}
          value={list.state.filters[field.name]}
          onChange={(value) => change(list, field.name, value)}
        />
      ))}
      {others.length + props.sorts.length > 0 && (
        <FilterPanel list={list} fields={others} found={props.found} sorts={props.sorts} />
      )}
      <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
      <Box sx={{ display: 'flex' }}>
        <IconAction label={t('table.refresh')} onClick={props.onRefresh}>
          <IconRefresh size={18} stroke={1.5} />
        </IconAction>
        {props.children}
      </Box>
    </Box>
  )
}
