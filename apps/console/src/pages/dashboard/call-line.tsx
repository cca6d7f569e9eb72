import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { LogRow } from '@posthouse/contract/log'
import { Link as RouterLink } from 'react-router'
import { paths } from '../../paths.ts'
import { ChargeCell } from '../../table/cells/charge-cell.tsx'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { RowStatus } from '../log/row-status.tsx'

/** One call in one line: when, what, how, how much. */
export const CallLine = ({ row }: { readonly row: LogRow }) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 4,
      rowGap: 1,
      px: 5,
      py: 2.5,
      borderTop: 1,
      borderColor: 'divider',
      fontSize: 13,
    }}
  >
    <Link component={RouterLink} to={paths.log({ row: row.id })} color="inherit">
      <TimeCell seconds={row.created_at} />
    </Link>
    <Box sx={{ flex: 1, minWidth: 120, overflowWrap: 'anywhere' }}>
      {row.model_name || row.content}
      {row.error_code !== '' && ` · ${row.content || row.error_code}`}
    </Box>
    <RowStatus row={row} />
    <ChargeCell row={row.id} quota={row.quota} />
  </Box>
)
