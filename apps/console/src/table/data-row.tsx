import Link from '@mui/material/Link'
import { alpha, type Theme } from '@mui/material/styles'
import TableCell from '@mui/material/TableCell'
import TableRow from '@mui/material/TableRow'
import { Link as RouterLink } from 'react-router'
import type { Density } from '../stores/table-preferences.ts'
import { rowClick, type RowsProps } from './rows.ts'
import { SelectBox } from './select-box.tsx'
import { isTicked } from './selection.ts'

const rowHeights: Record<Density, number> = { compact: 36, regular: 44, spacious: 52 }

const tint = (theme: Theme, share: number) => {
  const colour = alpha(theme.palette.primary.main, share)
  // Over the paper and not instead of it: cells that stay in sight must cover what passes below.
  return `linear-gradient(${colour}, ${colour})`
}

/** The last column stays in sight when the others do not fit. */
export const edgeCell = {
  position: 'sticky',
  right: 0,
  py: 0,
  whiteSpace: 'nowrap',
  backgroundColor: 'background.paper',
} as const

const rowLook = (theme: Theme) => ({
  cursor: 'pointer',
  '& > td': { transition: 'background-color 120ms cubic-bezier(.2,0,0,1)' },
  '&:hover > td': { backgroundImage: tint(theme, 0.04) },
  '&[data-open] > td': { backgroundImage: tint(theme, 0.08) },
  '&[data-open]': { boxShadow: `inset 2px 0 ${theme.palette.primary.main}` },
  '&[data-open] > td:first-of-type': { boxShadow: `inset 2px 0 ${theme.palette.primary.main}` },
  '&:last-child > td': { borderBottom: 0 },
})

type Props<Row, Filter extends string> = {
  readonly id: string
  readonly row: Row
  readonly table: RowsProps<Row, Filter>
}

export function DataRow<Row, Filter extends string>({ id, row, table }: Props<Row, Filter>) {
  const { list, selecting } = table
  const ticked = selecting !== null && isTicked(selecting.selection, id)
  const marked = ticked || list.state.row === id
  return (
    <TableRow
      data-row={id}
      data-open={marked ? '' : undefined}
      aria-selected={selecting === null ? undefined : ticked}
      onClick={rowClick(() => list.change({ row: id }))}
      sx={[rowLook, { height: rowHeights[table.density] }]}
    >
      {selecting !== null && (
        <TableCell padding="checkbox" sx={{ py: 0 }} data-apart>
          <SelectBox id={id} name={table.rowName(row)} selecting={selecting} />
        </TableCell>
      )}
      {table.columns.map((column) => (
        <TableCell
          key={column.id}
          align={column.numeric === true ? 'right' : 'left'}
          sx={{
            py: 0.5,
            maxWidth: 280,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
            ...(column.numeric === true ? { fontVariantNumeric: 'tabular-nums' } : {}),
          }}
        >
          {column.card === 'title' ? (
            <Link
              component={RouterLink}
              to={list.rowAddress(id)}
              color="inherit"
              data-row-link
              aria-keyshortcuts={selecting === null ? 'ArrowUp ArrowDown' : 'x ArrowUp ArrowDown'}
            >
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </TableCell>
      ))}
      {table.actions !== undefined && (
        <TableCell align="right" sx={edgeCell} data-apart>
          {table.actions(row)}
        </TableCell>
      )}
    </TableRow>
  )
}
