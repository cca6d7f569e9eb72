import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import {
  IconDots,
  IconFileCode,
  IconFileText,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconAction } from '../../../ui/icon-action.tsx'
import type { useConversationActs } from './use-conversation-acts.ts'

type Props = {
  readonly name: string
  readonly pinned: boolean
  readonly acts: ReturnType<typeof useConversationActs>
  readonly onRename: () => void
}

const icon = { size: 16, stroke: 1.5 }

export function ConversationMenu({ name, pinned, acts, onRename }: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const entry = (label: string, picture: ReactNode, run: () => void) => (
    <MenuItem
      key={label}
      sx={{ gap: 2 }}
      onClick={() => {
        setAnchor(null)
        run()
      }}
    >
      {picture}
      {label}
    </MenuItem>
  )
  return (
    <>
      <IconAction
        size="small"
        label={t('playground.actionsOf', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconDots {...icon} />
      </IconAction>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        // The name that is typed next keeps the focus.
        disableRestoreFocus
      >
        {entry(t('playground.rename'), <IconPencil {...icon} />, onRename)}
        {pinned
          ? entry(t('playground.unpin'), <IconPinnedOff {...icon} />, acts.pin)
          : entry(t('playground.pin'), <IconPin {...icon} />, acts.pin)}
        {entry(t('playground.saveMarkdown'), <IconFileText {...icon} />, acts.saveMarkdown)}
        {entry(t('playground.saveJson'), <IconFileCode {...icon} />, acts.saveJson)}
        {entry(t('playground.delete'), <IconTrash {...icon} />, acts.remove)}
      </Menu>
    </>
  )
}
