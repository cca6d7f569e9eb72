import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTablePreference } from '../stores/table-preferences.ts'
import { CardList } from './card-list.tsx'
import type { Column, FilterField } from './column.ts'
import { DataTable } from './data-table.tsx'
import { clearFilters, FilterChips } from './filter-chips.tsx'
import { TableFooter } from './table-footer.tsx'
import { type EmptyState, Failed, InPlaceOfRows, LoadingRows, NoMatch } from './table-states.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { List } from './use-list.ts'
import { useWidth } from './use-width.ts'
import { ViewMenu } from './view-menu.tsx'

/** Below this width of the container a list is cards. */
const cardsBelow = 720

type Page<Row> = { readonly data: readonly Row[]; readonly total_count: number }

type Props<Row, Filter extends string> = {
  /** Accessible name of the list. */
  readonly label: string
  readonly list: List<Filter>
  readonly query: UseQueryResult<Page<Row>, Error>
  readonly columns: readonly Column<Row>[]
  readonly fields: readonly FilterField<Filter>[]
  readonly rowId: (row: Row) => string
  readonly empty: EmptyState
  readonly actions?: (row: Row) => ReactNode
  /** Between toolbar and rows, such as the sums of a filter. */
  readonly strip?: ReactNode
}

/** Every list of the console: the address is its state, and it is in one of four conditions. */
export function QueryTable<Row, Filter extends string>(props: Props<Row, Filter>) {
  const { t } = useTranslation()
  const { list, query, columns, fields } = props
  const [ref, width] = useWidth()
  const [preference] = useTablePreference(list.spec.table)
  const shown = columns.filter((column) => !preference.hidden.includes(column.id))
  return (
    <Card ref={ref} sx={{ position: 'relative' }}>
      {query.isFetching && query.data !== undefined && (
        <LinearProgress
          aria-label={t('shell.loading')}
          sx={{ position: 'absolute', inset: '0 0 auto 0', height: 2 }}
        />
      )}
      <TableToolbar
        list={list}
        fields={fields}
        found={query.data?.total_count}
        onRefresh={() => void query.refetch()}
        view={
          <ViewMenu
            table={list.spec.table}
            optional={columns.filter((column) => column.optional === true)}
          />
        }
      />
      <FilterChips list={list} fields={fields} />
      {props.strip}
      <Rows {...props} columns={width < cardsBelow ? columns : shown} cards={width < cardsBelow} />
      {query.data !== undefined && query.data.total_count > 0 && (
        <TableFooter list={list} total={query.data.total_count} />
      )}
    </Card>
  )
}

function Rows<Row, Filter extends string>(props: Props<Row, Filter> & { readonly cards: boolean }) {
  const { list, query } = props
  const [preference] = useTablePreference(list.spec.table)
  if (query.data === undefined) {
    if (query.error === null) return <LoadingRows />
    return <Failed error={query.error} onRetry={() => void query.refetch()} />
  }
  if (query.data.data.length === 0) {
    const filtered = Object.values(list.state.filters).some((value) => value !== '')
    return filtered ? (
      <NoMatch onClear={() => clearFilters(list)} />
    ) : (
      <InPlaceOfRows {...props.empty} />
    )
  }
  const { label, columns, rowId, actions } = props
  const rows = {
    label,
    list,
    columns,
    rowId,
    actions,
    rows: query.data.data,
    density: preference.density,
  }
  return props.cards ? (
    <CardList {...rows} />
  ) : (
    <Box sx={{ overflowX: 'auto' }}>
      <DataTable {...rows} />
    </Box>
  )
}
