import TablePagination from '@mui/material/TablePagination'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stepsFrom } from './state/cursor.ts'
import type { Cursor } from './state/list-state.ts'
import { sizeChoice } from './table-footer.tsx'
import type { List } from './state/use-list.ts'
import { useTablePreference } from '../stores/table-preferences.ts'
import { IconAction } from '../ui/icon-action.tsx'

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly ids: readonly number[]
  readonly total: number
  /** Counting stopped at `total`; there are more. */
  readonly capped: boolean
  readonly more: boolean
}

/** Newer and older in place of page numbers: the place holds while rows are added. */
export function CursorFooter<Filter extends string>(props: Props<Filter>) {
  const { t } = useTranslation()
  const { list, ids, total, capped, more } = props
  const [, prefer] = useTablePreference(list.spec.table)
  const { cursor, order, size } = list.state
  const { older, newer } = stepsFrom(ids, { cursor, rising: !order.startsWith('-'), more })
  const start = cursor.before === undefined && cursor.after === undefined ? null : {}
  const step = (label: string, to: Cursor | null, sign: ReactNode) => (
    <CursorButton label={label} to={to} go={(next) => list.change({ cursor: next })}>
      {sign}
    </CursorButton>
  )
  // The plural goes by the number, and not by how it is written.
  const counted = { count: total, total: total.toLocaleString('en-US') }
  return (
    <TablePagination
      component="div"
      count={-1}
      page={0}
      onPageChange={() => undefined}
      {...sizeChoice(list, prefer, size)}
      labelDisplayedRows={() => t(capped ? 'table.rowsCapped' : 'table.rowsFound', counted)}
      ActionsComponent={() => (
        <Box sx={{ display: 'flex', ml: 2 }}>
          {step(t('table.start'), start, <IconChevronsLeft size={18} stroke={1.5} />)}
          {step(t('table.newer'), newer, <IconChevronLeft size={18} stroke={1.5} />)}
          {step(t('table.older'), older, <IconChevronRight size={18} stroke={1.5} />)}
        </Box>
      )}
    />
  )
}

type ButtonProps = {
  readonly label: string
  readonly to: Cursor | null
  readonly go: (to: Cursor) => void
  readonly children: ReactNode
}

const CursorButton = ({ label, to, go, children }: ButtonProps) => (
  <IconAction label={label} disabled={to === null} onClick={() => to !== null && go(to)}>
    {children}
  </IconAction>
)
