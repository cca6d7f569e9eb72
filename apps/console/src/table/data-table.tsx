import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import { useTranslation } from 'react-i18next'
import type { Column } from './column.ts'
import { DataRow, rowsLook } from './data-row.tsx'
import { nextOrder } from './state/list-state.ts'
import { rowKeys } from './row-keys.ts'
import type { RowsProps } from './rows.ts'
import { SelectPageBox } from './select/select-box.tsx'
import type { List } from './state/use-list.ts'

/** Tells by an attribute whether columns lie under those that stay in sight. */
const watchOverflow = (box: HTMLElement | null) => {
  if (box === null) return undefined
  const mark = () =>
    box.toggleAttribute('data-more', box.scrollWidth - box.clientWidth - box.scrollLeft > 1)
  const observer = new ResizeObserver(mark)
  observer.observe(box)
  for (const child of box.children) observer.observe(child)
  box.addEventListener('scroll', mark, { passive: true })
  return () => observer.disconnect()
}

/** A table that scrolls sideways where its columns do not fit. */
export const ScrollingTable = <Row, Filter extends string>(props: RowsProps<Row, Filter>) => (
  <Box ref={watchOverflow} sx={{ overflowX: 'auto' }}>
    <DataTable {...props} />
  </Box>
)

function DataTable<Row, Filter extends string>(props: RowsProps<Row, Filter>) {
  const { t } = useTranslation()
  const { list, columns, page, selecting } = props
  return (
    <Table size="small" aria-label={props.label} sx={rowsLook(props.density)}>
      <TableHead>
        <TableRow>
          {selecting !== null && (
            <TableCell sx={{ width: 48, py: 0, paddingInline: '4px' }}>
              <SelectPageBox page={page} selecting={selecting} />
            </TableCell>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} list={list} />
          ))}
          {props.actions !== undefined && (
            <TableCell align="right" data-edge="" sx={{ py: 0 }}>
              <span className="visually-hidden">{t('table.actions')}</span>
            </TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody
        onKeyDown={rowKeys(
          selecting === null
            ? null
            : { tick: (id) => selecting.tick(id, false), extend: selecting.extend },
        )}
      >
        {page.map(({ id, row }) => (
          <DataRow key={id} id={id} row={row} table={props} />
        ))}
      </TableBody>
    </Table>
  )
}

type HeaderProps<Row, Filter extends string> = {
  readonly column: Column<Row>
  readonly list: List<Filter>
}

function HeaderCell<Row, Filter extends string>(props: HeaderProps<Row, Filter>) {
  const { column, list } = props
  const { order } = list.state
  const field = column.sort
  const direction = order === field ? 'asc' : order === `-${field}` ? 'desc' : false
  return (
    <TableCell
      align={column.numeric === true ? 'right' : 'left'}
      sortDirection={direction}
      data-kept={column.kept === true ? '' : undefined}
    >
      {field === undefined ? (
        <Box component="span" sx={{ display: 'inline-flex', verticalAlign: 'middle' }}>
          {column.header}
        </Box>
      ) : (
        <TableSortLabel
          sx={{
            verticalAlign: 'middle',
            '& .MuiTableSortLabel-icon': { fontSize: 14, mx: 0.5 },
          }}
          active={direction !== false}
          direction={direction === false ? 'asc' : direction}
          onClick={() => list.change({ order: nextOrder(order, field, list.spec.defaultOrder) })}
        >
          {column.header}
        </TableSortLabel>
      )}
    </TableCell>
  )
}
