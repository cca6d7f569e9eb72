import TablePagination from '@mui/material/TablePagination'
import { pageSizes } from '@posthouse/contract/list'
import { useTablePreference } from '../stores/table-preferences.ts'
import type { List } from './use-list.ts'

type Props<Filter extends string> = { readonly list: List<Filter>; readonly total: number }

/** Page and size; the size is remembered. */
export function TableFooter<Filter extends string>({ list, total }: Props<Filter>) {
  const [, prefer] = useTablePreference(list.spec.table)
  return (
    <TablePagination
      component="div"
      count={total}
      page={Math.min(list.state.page - 1, Math.max(0, Math.ceil(total / list.state.size) - 1))}
      rowsPerPage={list.state.size}
      rowsPerPageOptions={[...pageSizes]}
      onPageChange={(_, page) => list.change({ page: page + 1 })}
      onRowsPerPageChange={(event) => {
        const size = pageSizes.find((known) => known === Number(event.target.value)) ?? 10
        prefer({ size })
        list.change({ size })
      }}
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        '& .MuiTablePagination-toolbar': { flexWrap: 'wrap' },
      }}
    />
  )
}
