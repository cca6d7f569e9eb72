import CircularProgress from '@mui/material/CircularProgress'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconPinFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Conversation, titleOf } from '../../../lib/chat/conversation.ts'
import { useChatRuns } from '../../../stores/chat-runs.ts'
import { radius } from '../../../ui/theme/radius.ts'
import { ConversationMenu } from './conversation-menu.tsx'
import { useConversationActs } from './use-conversation-acts.ts'

type Props = {
  readonly conversation: Conversation
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** It is gone, and may be the one on screen. */
  readonly onRemoved: () => void
}

export function ConversationRow({ conversation, isOpen, onOpen, onRemoved }: Props) {
  const { t } = useTranslation()
  const [renames, setRenames] = useState(false)
  const acts = useConversationActs(conversation, onRemoved)
  const name = titleOf(conversation) || t('playground.untitled')
  if (renames) {
    const rename = (title: string) => {
      acts.rename(title)
      setRenames(false)
    }
    return <Rename name={name} onName={rename} onEnd={() => setRenames(false)} />
  }
  return (
    <ListItem
      disablePadding
      secondaryAction={
        <ConversationMenu
          name={name}
          pinned={conversation.pinned}
          acts={acts}
          onRename={() => setRenames(true)}
        />
      }
    >
      <ListItemButton
        selected={isOpen}
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
        sx={{ borderRadius: radius('control'), gap: 1.5, py: 1.5, pl: 2, pr: 10, minHeight: 36 }}
      >
        <Mark conversation={conversation} />
        <Typography noWrap variant="body2" title={name}>
          {name}
        </Typography>
      </ListItemButton>
    </ListItem>
  )
}

/** An answer is on its way in it, or it is pinned. */
function Mark({ conversation: { id, pinned } }: { readonly conversation: Conversation }) {
  const { t } = useTranslation()
  const busy = useChatRuns(({ running }) => running.has(id))
  if (busy) return <CircularProgress size={14} aria-label={t('playground.answering')} />
  return pinned ? <IconPinFilled size={14} role="img" aria-label={t('playground.pinned')} /> : null
}

type RenameProps = {
  readonly name: string
  readonly onName: (name: string) => void
  readonly onEnd: () => void
}

const longest = 100

function Rename({ name, onName, onEnd }: RenameProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  return (
    <ListItem disablePadding sx={{ py: 0.5 }}>
      <TextField
        autoFocus
        size="small"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => onName(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') onName(typed)
          if (event.key !== 'Escape') return
          // The drawer stays.
          event.stopPropagation()
          onEnd()
        }}
        slotProps={{ htmlInput: { 'aria-label': t('playground.newName'), maxLength: longest } }}
      />
    </ListItem>
  )
}
