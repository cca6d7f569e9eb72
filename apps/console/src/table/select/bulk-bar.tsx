import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '../../api/refusal.ts'
import { RowMenu } from '../cells/row-menu.tsx'
import { countOf, type PageRow, pageState, type Select } from './selection.ts'
import { typing } from '../row-keys.ts'
import type { Selecting } from './use-selection.ts'
import { IconAction } from '../../ui/icon-action.tsx'

/** What is ticked, as an action takes it. */
export type Selected<Filter extends string> = {
  readonly select: Select<Filter>
  readonly count: number
  /** Names of the rows that this browser knows; fewer than `count` when there are more. */
  readonly names: readonly string[]
  readonly clear: () => void
}

export type BulkAction<Filter extends string> = {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  /** What it promises is waited for: meanwhile the bar takes no second press. */
  readonly run: (selected: Selected<Filter>) => Promise<unknown> | undefined
  readonly danger?: boolean
}

type Props<Row, Filter extends string> = {
  readonly selecting: Selecting<Row>
  readonly page: readonly PageRow<Row>[]
  /** How many rows the filter finds; undefined while that is asked. */
  readonly found: number | undefined
  readonly selected: Selected<Filter>
  readonly actions: readonly BulkAction<Filter>[]
  readonly narrow: boolean
}

/** What can be done with the ticked rows, above the foot of the window. */
export function BulkBar<Row, Filter extends string>(props: Props<Row, Filter>) {
  const { t } = useTranslation()
  const { selecting, narrow } = props
  useEscape(selecting.clear)
  const clear = (
    <IconAction size="small" label={t('table.clearSelection')} onClick={selecting.clear}>
      <IconX size={16} stroke={1.5} />
    </IconAction>
  )
  return (
    <Box
      role="region"
      className="bulk-bar"
      aria-label={t('table.bulk')}
      sx={(theme) => ({
        position: 'sticky',
        // Above the bar with a page's primary action on a phone, its menu too.
        bottom: { xs: 68, sm: 16 },
        zIndex: 1101,
        mt: 3,
        mx: 'auto',
        width: narrow ? 'auto' : 'fit-content',
        pl: 4,
        pr: 2,
        py: 1.5,
        display: 'grid',
        gridTemplateColumns: narrow ? '1fr auto' : 'auto auto auto',
        alignItems: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        boxShadow: theme.shadows[8],
      })}
    >
      <Count {...props} />
      {narrow && clear}
      <BulkButtons {...props} />
      {!narrow && clear}
    </Box>
  )
}

/** Where there is no room the first two stand in sight and the others in a menu. */
function BulkButtons<Row, Filter extends string>(props: Props<Row, Filter>) {
  const { t } = useTranslation()
  const { selected, actions, narrow } = props
  const [running, setRunning] = useState(false)
  const run = async (action: BulkAction<Filter>) => {
    setRunning(true)
    await action.run(selected)?.catch(notifyFailure)
    setRunning(false)
  }
  const inSight = narrow ? actions.slice(0, 2) : actions
  const others = actions.slice(inSight.length)
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', ml: narrow ? -2.5 : 0 }}>
      {inSight.map((action) => (
        <Button
          key={action.id}
          size="small"
          color={action.danger === true ? 'error' : 'inherit'}
          startIcon={action.icon}
          disabled={running}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      {others.length > 0 && (
        <RowMenu
          name={t('table.selected', { count: selected.count })}
          actions={() => others.map((action) => ({ ...action, run: () => void run(action) }))}
        />
      )}
    </Box>
  )
}

/** How many, and the offer to take all when the whole page is ticked and there is more. */
function Count<Row, Filter extends string>(props: Props<Row, Filter>) {
  const { t } = useTranslation()
  const { selecting, page, found } = props
  const { selection } = selecting
  const count = countOf(selection)
  const offered =
    selection.kind === 'rows' && pageState(selection, page) === 'all' && (found ?? 0) > count
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', mr: 2, fontSize: 13 }}>
      <Box component="span" sx={{ fontWeight: 'fontWeightMedium', mr: 1, whiteSpace: 'nowrap' }}>
        {t(selection.kind === 'found' ? 'table.allSelected' : 'table.selected', { count })}
      </Box>
      {offered && (
        <Button size="small" onClick={() => selecting.tickFound(found ?? 0)}>
          {t('table.selectFound', { count: found })}
        </Button>
      )}
    </Box>
  )
}

/** Esc clears, unless it belongs to something that is open or typed. */
function useEscape(clear: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || typing(event.target)) return
      if (document.querySelector('[role=dialog],[role=menu]') === null) clear()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [clear])
}
