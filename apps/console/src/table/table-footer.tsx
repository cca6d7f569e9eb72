import TablePagination from '@mui/material/TablePagination'
import { pageSizes } from '@posthouse/contract/list'
import { type TablePreference, useTablePreference } from '../stores/table-preferences.ts'
import type { List } from './state/use-list.ts'

type Props<Filter extends string> = { readonly list: List<Filter>; readonly total: number }

/** Page and size; the size is remembered. */
export function TableFooter<Filter extends string>({ list, total }: Props<Filter>) {
  const [, prefer] = useTablePreference(list.spec.table)
  const { page, size } = list.state
  return (
    <TablePagination
      component="div"
      count={total}
      page={Math.min(page - 1, Math.max(0, Math.ceil(total / size) - 1))}
      onPageChange={(_, next) => list.change({ page: next + 1 })}
      {...sizeChoice(list, prefer, size)}
    />
  )
}

/** The choice of a page's size, and how a footer looks. */
export function sizeChoice<Filter extends string>(
  list: List<Filter>,
  prefer: (change: Partial<TablePreference>) => void,
  size: number,
) {
  return {
    rowsPerPage: size,
    rowsPerPageOptions: [...pageSizes],
    onRowsPerPageChange: (event: { readonly target: { readonly value: string } }) => {
      const chosen = pageSizes.find((known) => known === Number(event.target.value)) ?? 10
      prefer({ size: chosen })
      list.change({ size: chosen })
    },
    sx: {
      borderTop: 1,
      borderColor: 'divider',
      '& .MuiTablePagination-toolbar': { flexWrap: 'wrap' },
    },
  }
}
