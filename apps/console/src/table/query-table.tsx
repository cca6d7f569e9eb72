import Card from '@mui/material/Card'
import LinearProgress from '@mui/material/LinearProgress'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type TablePreference, useTablePreference } from '../stores/table-preferences.ts'
import { fitting, shownColumns } from './view/arrange.ts'
import type { BulkAction } from './select/bulk-bar.tsx'
import { CardList } from './card-list.tsx'
import type { Column, FilterField } from './column.ts'
import { edgeWidth } from './data-row.tsx'
import { CursorFooter } from './cursor-footer.tsx'
import { ScrollingTable } from './data-table.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterChips } from './filter/filter-chips.tsx'
import { RowsOrWhy } from './rows-or-why.tsx'
import { TableFooter } from './table-footer.tsx'
import { LayoutSwitch } from './view/layout-switch.tsx'
import { StillWaiting } from '../ui/still-waiting.tsx'
import type { EmptyState } from './table-states.tsx'
import { Ticked } from './select/ticked.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { List } from './state/use-list.ts'
import { useSelection } from './select/use-selection.ts'
import { useWidth } from './use-width.ts'
import { ViewButton } from './view/view-button.tsx'

/** Below this width of the container a list is cards. */
const cardsBelow = 720

export type Page<Row> = {
  readonly data: readonly Row[]
  readonly total_count: number
  /** Of a list by key set: the count stopped at its limit; there is more beyond these rows. */
  readonly capped?: boolean
  readonly more?: boolean
}

type Props<Row, Filter extends string, Sort extends string> = {
  /** Accessible name of the list. */
  readonly label: string
  readonly list: List<Filter, Sort>
  readonly query: UseQueryResult<Page<Row>, Error>
  readonly columns: readonly Column<Row, Sort>[]
  readonly fields: readonly FilterField<Filter>[]
  readonly rowId: (row: Row) => string
  readonly rowName: (row: Row) => string
  readonly empty: EmptyState
  readonly actions?: (row: Row) => ReactNode
  /** What can be done with many rows at once; without it nothing can be ticked. */
  readonly bulk?: readonly BulkAction<Filter>[]
  /** Saves what the filter finds as a file. */
  readonly download?: () => Promise<void>
  /** Between toolbar and rows, such as the sums of a filter. */
  readonly strip?: ReactNode
  /** A switch between table and cards, where there is room for both. */
  readonly layouts?: boolean
}

/** Every list of the console: the address is its state, and it is in one of four conditions. */
export function QueryTable<Row, Filter extends string, Sort extends string>(
  props: Props<Row, Filter, Sort>,
) {
  const { list, query, columns, fields } = props
  const [ref, width] = useWidth()
  const [view] = useTablePreference(list.spec.table)
  const narrow = width < cardsBelow
  const cards = isCards(props, view, narrow)
  const besides = besidesOf(props)
  const chosen = useMemo(() => shownColumns(columns, view), [columns, view])
  const shown = useMemo(
    () => (cards ? chosen : fitting(chosen, width - besides)),
    [chosen, cards, width, besides],
  )
  const page = (query.data?.data ?? []).map((row) => ({ id: props.rowId(row), row }))
  const selecting = useSelection(page, JSON.stringify(list.state.filters))
  useLastPage(list, query)
  const rows = {
    label: props.label,
    list,
    columns: shown,
    page,
    rowName: props.rowName,
    actions: props.actions,
    density: view.density,
    selecting: props.bulk === undefined ? null : selecting,
  }
  return (
    <div>
      <Card ref={ref} sx={{ position: 'relative' }}>
        <ReloadBar query={query} />
        <TableToolbar
          list={list}
          fields={fields}
          found={query.data?.total_count}
          width={width}
          sorts={cards ? sortsOf(shown) : []}
          onRefresh={() => void query.refetch()}
        >
          {props.download !== undefined && <ExportButton download={props.download} />}
          <LayoutSwitch table={list.spec.table} offered={props.layouts === true && !narrow} />
          <ViewButton
            table={list.spec.table}
            columns={columns}
            crowded={chosen.filter((column) => !shown.includes(column)).map(({ id }) => id)}
          />
        </TableToolbar>
        <FilterChips list={list} fields={fields} />
        {props.strip}
        <RowsOrWhy list={list} query={query} empty={props.empty}>
          {cards ? <CardList {...rows} grid={!narrow} /> : <ScrollingTable {...rows} />}
        </RowsOrWhy>
        <Foot list={list} query={query} ids={page.map(({ id }) => Number(id))} />
      </Card>
      {props.bulk !== undefined && (
        <Ticked {...props} bulk={props.bulk} page={page} selecting={selecting} narrow={narrow} />
      )}
    </div>
  )
}

/** The room of what is beside the columns. */
const besidesOf = ({ actions, bulk }: { readonly actions?: unknown; readonly bulk?: unknown }) =>
  (actions === undefined ? 0 : edgeWidth) + (bulk === undefined ? 0 : 48)

const isCards = (
  { layouts = false }: { readonly layouts?: boolean },
  { layout }: TablePreference,
  narrow: boolean,
): boolean => narrow || (layouts && layout === 'cards')

const sortsOf = (columns: readonly Column<never>[]) =>
  columns.flatMap(({ sort, header }) => (sort === undefined ? [] : [{ sort, header }]))

type Asked = UseQueryResult<Page<unknown>, Error>

/** A thin bar above rows that are asked for again, and a word where that takes long. */
function ReloadBar({ query }: { readonly query: Asked }) {
  const { t } = useTranslation()
  if (!query.isFetching || query.data === undefined) return null
  return (
    <>
      <LinearProgress
        aria-label={t('shell.loading')}
        sx={{ position: 'absolute', inset: '0 0 auto 0', height: 2 }}
      />
      <StillWaiting />
    </>
  )
}

type FootProps<Filter extends string> = {
  readonly list: List<Filter>
  readonly query: Asked
  readonly ids: readonly number[]
}

function Foot<Filter extends string>({ list, query: { data }, ids }: FootProps<Filter>) {
  if (data === undefined || data.total_count === 0) return null
  if (list.spec.paging !== 'cursor') return <TableFooter list={list} total={data.total_count} />
  return (
    <CursorFooter
      list={list}
      ids={ids}
      total={data.total_count}
      capped={data.capped === true}
      more={data.more === true}
    />
  )
}

/** A place without rows, as after they were deleted, gives way to the last page or the start. */
function useLastPage<Filter extends string>(list: List<Filter>, { data }: Asked): void {
  const { page, size, cursor } = list.state
  const started = cursor.before !== undefined || cursor.after !== undefined
  const beyond = data !== undefined && data.data.length === 0 && data.total_count > 0
  const last = Math.max(1, Math.ceil((data?.total_count ?? 0) / size))
  useEffect(() => {
    if (beyond && started) list.change({ cursor: {} }, { replace: true })
    else if (beyond && last < page) list.change({ page: last }, { replace: true })
    // The list is new on every drawing; only what it shows decides.
    // eslint-disable-next-line react/exhaustive-deps
  }, [beyond, started, last, page])
}
