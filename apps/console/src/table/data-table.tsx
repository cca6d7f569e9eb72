import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Density } from '../stores/table-preferences.ts'
import type { Column } from './column.ts'
import { nextOrder } from './list-state.ts'
import type { List } from './use-list.ts'

const rowHeights: Record<Density, number> = { compact: 36, regular: 44, spacious: 52 }

export type RowsProps<Row, Filter extends string> = {
  readonly label: string
  readonly list: List<Filter>
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly actions?: ((row: Row) => ReactNode) | undefined
  readonly density: Density
}

/** Opens the row unless something in it was meant. */
export function rowClick(open: () => void) {
  return (event: MouseEvent<HTMLElement>) => {
    const meant =
      event.target instanceof Element &&
      event.target.closest('a,button,input,[role=menu],[role=presentation]')
    if (!meant && window.getSelection()?.toString() === '') open()
  }
}

export function DataTable<Row, Filter extends string>(props: RowsProps<Row, Filter>) {
  const { t } = useTranslation()
  const { list, columns } = props
  return (
    <Table size="small" aria-label={props.label}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} list={list} />
          ))}
          {props.actions !== undefined && (
            <TableCell align="right">
              <span className="visually-hidden">{t('table.actions')}</span>
            </TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {props.rows.map((row) => (
          <BodyRow key={props.rowId(row)} row={row} table={props} />
        ))}
      </TableBody>
    </Table>
  )
}

type HeaderProps<Row, Filter extends string> = {
  readonly column: Column<Row>
  readonly list: List<Filter>
}

function HeaderCell<Row, Filter extends string>({ column, list }: HeaderProps<Row, Filter>) {
  const { order } = list.state
  const field = column.sort
  const direction = order === field ? 'asc' : order === `-${field}` ? 'desc' : false
  return (
    <TableCell align={column.numeric === true ? 'right' : 'left'} sortDirection={direction}>
      {field === undefined ? (
        column.header
      ) : (
        <TableSortLabel
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

type BodyProps<Row, Filter extends string> = {
  readonly row: Row
  readonly table: RowsProps<Row, Filter>
}

function BodyRow<Row, Filter extends string>({ row, table }: BodyProps<Row, Filter>) {
  const id = table.rowId(row)
  const selected = table.list.state.row === id
  return (
    <TableRow
      hover
      selected={selected}
      onClick={rowClick(() => table.list.change({ row: id }))}
      sx={{
        height: rowHeights[table.density],
        cursor: 'pointer',
        '&.Mui-selected': { boxShadow: (theme) => `inset 2px 0 ${theme.palette.primary.main}` },
        '&:last-child > td': { borderBottom: 0 },
      }}
    >
      {table.columns.map((column) => (
        <TableCell
          key={column.id}
          align={column.numeric === true ? 'right' : 'left'}
          sx={{
            py: 0.5,
            maxWidth: 320,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            ...(column.numeric === true ? { fontVariantNumeric: 'tabular-nums' } : {}),
          }}
        >
          {column.card === 'title' ? (
            <Link component={RouterLink} to={table.list.rowAddress(id)} color="inherit">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </TableCell>
      ))}
      {table.actions !== undefined && (
        <TableCell align="right" sx={{ py: 0, whiteSpace: 'nowrap' }}>
          {table.actions(row)}
        </TableCell>
      )}
    </TableRow>
  )
}
