import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { rowClick, type RowsProps } from './data-table.tsx'

/** The rows as cards with a few facts, where there is no room for columns. */
export function CardList<Row, Filter extends string>(props: RowsProps<Row, Filter>) {
  return (
    <Box component="ul" aria-label={props.label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {props.rows.map((row) => (
        <RowCard key={props.rowId(row)} row={row} table={props} />
      ))}
    </Box>
  )
}

type CardProps<Row, Filter extends string> = {
  readonly row: Row
  readonly table: RowsProps<Row, Filter>
}

function RowCard<Row, Filter extends string>({ row, table }: CardProps<Row, Filter>) {
  const id = table.rowId(row)
  const title = table.columns.find((column) => column.card === 'title')
  const status = table.columns.find((column) => column.card === 'status')
  const facts = table.columns.filter((column) => column.card === 'fact').slice(0, 4)
  return (
    <Box
      component="li"
      onClick={rowClick(() => table.list.change({ row: id }))}
      sx={{ px: 4, py: 3, borderTop: 1, borderColor: 'divider', cursor: 'pointer' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          <Link component={RouterLink} to={table.list.rowAddress(id)} color="inherit">
            {title?.cell(row)}
          </Link>
        </Box>
        {status?.cell(row)}
        {table.actions?.(row)}
      </Box>
      <Box
        component="dl"
        sx={{ m: 0, mt: 2, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2, fontSize: 13 }}
      >
        {facts.map((column) => (
          <Box key={column.id} sx={{ minWidth: 0 }}>
            <Box component="dt" sx={{ color: 'text.secondary', fontSize: 12 }}>
              {column.header}
            </Box>
            <Box
              component="dd"
              sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}
            >
              {column.cell(row)}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
