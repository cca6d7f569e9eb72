import Link from '@mui/material/Link'
import { alpha, type Theme } from '@mui/material/styles'
import { useMemo } from 'react'
import { Link as RouterLink } from 'react-router'
import type { Density } from '../stores/table-preferences.ts'
import type { Column } from './column.ts'
import { rowClick, type RowsProps } from './rows.ts'
import { SelectBox } from './select/select-box.tsx'
import { isTicked } from './select/selection.ts'

const rowHeights: Record<Density, number> = { compact: 36, regular: 44, spacious: 52 }

const tint = (theme: Theme, share: number) => {
  const colour = alpha(theme.palette.primary.main, share)
  // Over the paper and not instead of it: cells that stay in sight must cover what passes below.
  return `linear-gradient(${colour}, ${colour})`
}

/** Of the row's menu. */
export const edgeWidth = 48

/** How rows look, said once by the table: a hundred rows of styled cells would be slow to draw. */
export const rowsLook = (density: Density) => (theme: Theme) => ({
  '& tbody tr': { height: rowHeights[density], cursor: 'pointer' },
  '& tbody :is(td, th)': {
    padding: '2px 10px',
    maxWidth: 280,
    fontSize: 13,
    lineHeight: '20px',
    fontWeight: 400,
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.palette.divider}`,
  },
  '& tbody [data-numeric]': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& tbody td[data-apart]': { padding: '0 4px', width: edgeWidth },
  // One opaque block of what stays in sight, with a shadow where columns lie under it.
  '& :is([data-kept], [data-edge])': {
    position: 'sticky',
    right: 0,
    zIndex: 1,
    whiteSpace: 'nowrap',
    backgroundColor: theme.palette.background.paper,
  },
  '& [data-kept]:has(+ [data-edge])': { right: edgeWidth },
  '& [data-edge]': { width: edgeWidth, minWidth: edgeWidth },
  '& tbody td[data-edge]': { padding: '0 8px', textAlign: 'right' },
  '[data-more] > & :is([data-kept], :not([data-kept]) + [data-edge])': {
    boxShadow: `-6px 0 8px -6px ${alpha(theme.palette.common.black, 0.25)}`,
  },
  '& tbody tr:hover > *': { backgroundImage: tint(theme, 0.04) },
  '& tbody tr[data-open] > *': { backgroundImage: tint(theme, 0.08) },
  '& tbody tr[data-open] > :first-child': {
    boxShadow: `inset 2px 0 ${theme.palette.primary.main}`,
  },
  '& tbody tr:last-child > *': { borderBottom: 0 },
})

type Props<Row, Filter extends string> = {
  readonly id: string
  readonly row: Row
  readonly table: RowsProps<Row, Filter>
}

export function DataRow<Row, Filter extends string>({ id, row, table }: Props<Row, Filter>) {
  const { list, columns, selecting, actions } = table
  const ticked = selecting !== null && isTicked(selecting.selection, id)
  const marked = ticked || list.state.row === id
  const address = list.rowAddress(id)
  // What is ticked or open changes often and no cell shows it.
  const cells = useMemo(
    () => columns.map((column) => <Cell key={column.id} {...{ column, row, address }} />),
    [columns, row, address],
  )
  const menu = useMemo(() => actions?.(row), [actions, row])
  return (
    <tr
      data-row={id}
      data-open={marked ? '' : undefined}
      aria-selected={selecting === null ? undefined : ticked}
      onClick={rowClick(() => list.change({ row: id }))}
    >
      {selecting !== null && (
        <td data-apart>
          <SelectBox id={id} name={table.rowName(row)} ticked={ticked} tick={selecting.tick} />
        </td>
      )}
      {cells}
      {actions !== undefined && (
        <td data-apart data-edge>
          {menu}
        </td>
      )}
    </tr>
  )
}

/** A text of so many letters may end in an ellipsis: it is told whole where the pointer rests. */
const tellingLength = 12

type CellProps<Row> = {
  readonly column: Column<Row>
  readonly row: Row
  readonly address: string
}

/** What a row is called heads it: a reader of one cell hears whose it is. */
function Cell<Row>({ column, row, address }: CellProps<Row>) {
  const numeric = column.numeric === true ? '' : undefined
  if (column.card !== 'title') {
    const content = column.cell(row, address)
    return (
      <td
        data-numeric={numeric}
        data-kept={column.kept === true ? '' : undefined}
        style={column.room === undefined ? undefined : { maxWidth: column.room }}
        title={typeof content === 'string' && content.length > tellingLength ? content : undefined}
      >
        {content}
      </td>
    )
  }
  return (
    <th scope="row" data-numeric={numeric}>
      <Link
        component={RouterLink}
        to={address}
        color="inherit"
        data-row-link
        aria-keyshortcuts="x ArrowUp ArrowDown"
      >
        {column.cell(row, address)}
      </Link>
    </th>
  )
}
