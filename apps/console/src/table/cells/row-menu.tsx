import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type Icon, IconDots } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextKey } from '../../i18n/index.ts'
import { IconAction } from '../../ui/icon-action.tsx'

export type RowAction = {
  readonly id: string
  readonly label: string
  readonly run: () => void
  readonly danger?: boolean
}

type Props = {
  readonly name: string
  /** Asked when the menu opens. */
  readonly actions: () => readonly RowAction[]
}

/** What can be done with a row. */
export function RowMenu({ name, actions }: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('table.actionsOf', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconDots size={18} stroke={1.5} />
      </IconButton>
      {anchor !== null && (
        <Menu
          anchorEl={anchor}
          open
          onClose={() => setAnchor(null)}
          // Not in the row: what stays in sight while it scrolls would cover the menu of the row before.
          disablePortal={false}
          container={() => anchor.closest('[role=dialog]') ?? document.getElementById('content')}
        >
          {actions().map((action) => (
            <MenuItem
              key={action.id}
              onClick={() => {
                setAnchor(null)
                action.run()
              }}
              sx={action.danger === true ? { color: 'error.main' } : {}}
            >
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

/** The menu of each row: the same function while its actions change, so that rows are not drawn again. */
export function useRowMenu<Row>(
  nameOf: (row: Row) => string,
  actionsOf: (row: Row) => readonly RowAction[],
): (row: Row) => ReactNode {
  const latest = useRef(actionsOf)
  useEffect(() => {
    latest.current = actionsOf
  })
  return useCallback(
    (row) => <RowMenu name={nameOf(row)} actions={() => latest.current(row)} />,
    [nameOf],
  )
}

type QuickProps = {
  readonly name: string
  readonly word: TextKey
  readonly icon: Icon
  readonly run: () => void
}

/** An action of the menu that is done in one click. */
export function QuickAction({ name, word, icon: Sign, run }: QuickProps) {
  const { t } = useTranslation()
  return (
    <IconAction
      size="small"
      label={t('table.actionOn', { action: t(word), name })}
      onClick={run}
      data-quick
      // As small as a target may be: the columns need the room.
      sx={{ p: '3px' }}
    >
      <Sign size={18} stroke={1.5} />
    </IconAction>
  )
}
