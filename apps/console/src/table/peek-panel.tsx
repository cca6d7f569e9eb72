import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { List } from './state/use-list.ts'
import { IconAction } from '../ui/icon-action.tsx'

type Props<Filter extends string> = {
  readonly list: List<Filter>
  /** Ids of the rows on the page, in order. */
  readonly ids: readonly string[]
  readonly title: string
  readonly children: ReactNode
}

/** Everything about the open row, beside the list; j and k move on, Esc closes. */
export function PeekPanel<Filter extends string>({ list, ids, title, children }: Props<Filter>) {
  const titleId = useId()
  const at = ids.indexOf(list.state.row)
  const close = () => list.change({ row: '' })
  const go = (step: number) => {
    const next = ids[at + step]
    if (at >= 0 && next !== undefined) list.change({ row: next }, { replace: true })
  }
  // Of the whole page, from the moment that it is seen: the focus comes into the panel a little later.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || !isOurs(event.target, titleId)) return
      if (event.key === 'j') go(1)
      if (event.key === 'k') go(-1)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    <Drawer
      anchor="right"
      open
      onClose={close}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': titleId,
          sx: { width: { xs: '100%', sm: 520 }, bgcolor: 'background.paper' },
        },
      }}
    >
      <PeekHeading
        titleId={titleId}
        title={title}
        at={at}
        count={ids.length}
        go={go}
        close={close}
      />
      <Box sx={{ p: 5, overflowY: 'auto' }}>{children}</Box>
    </Drawer>
  )
}

/** Nobody types there, and no other dialog stands above. */
function isOurs(target: EventTarget | null, titleId: string): boolean {
  if (!(target instanceof Element)) return true
  if (target.closest('input,textarea,select') !== null) return false
  const dialog = target.closest('[role="dialog"]')
  return dialog === null || dialog.getAttribute('aria-labelledby') === titleId
}

type HeadingProps = {
  readonly titleId: string
  readonly title: string
  readonly at: number
  readonly count: number
  readonly go: (step: number) => void
  readonly close: () => void
}

function PeekHeading({ titleId, title, at, count, go, close }: HeadingProps) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 5,
        height: 64,
        borderBottom: 1,
        borderColor: 'divider',
        flexShrink: 0,
      }}
    >
      <Typography id={titleId} component="h2" variant="h2" noWrap sx={{ flex: 1 }}>
        {title}
      </Typography>
      <IconAction label={t('table.previousRow')} disabled={at <= 0} onClick={() => go(-1)}>
        <IconChevronUp size={18} stroke={1.5} />
      </IconAction>
      <IconAction
        label={t('table.nextRow')}
        disabled={at < 0 || at >= count - 1}
        onClick={() => go(1)}
      >
        <IconChevronDown size={18} stroke={1.5} />
      </IconAction>
      <IconAction label={t('action.close')} onClick={close}>
        <IconX size={18} stroke={1.5} />
      </IconAction>
    </Box>
  )
}
