import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { IconExternalLink, IconHistory, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../i18n/index.ts'
import { chatLinks } from '../../lib/chat/chat-links.ts'
import { useSite } from '../../stores/site.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { part } from '../../ui/part.ts'
import { ChatSettings } from './input/chat-settings.tsx'
import type { Chat } from './use-chat.ts'

const ChatClientsDialog = part(
  withTexts(['playground', 'token'], async () => ({
    default: (await import('./chat-clients-dialog.tsx')).ChatClientsDialog,
  })),
)

type Props = {
  readonly chat: Chat
  readonly owner: number
  readonly models: readonly string[]
  readonly reasons: boolean
  /** Opens the list of conversations; missing where it is beside. */
  readonly onList: (() => void) | null
}

/** Model, settings, and the way to the conversations of this browser. */
export function ConversationBar({ chat, owner, models, reasons, onList }: Props) {
  const { t } = useTranslation()
  const { model } = chat.conversation
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 3 }}>
      {onList !== null && (
        <IconAction
          label={t('playground.conversations')}
          aria-haspopup="dialog"
          edge="start"
          onClick={onList}
        >
          <IconHistory size={18} stroke={1.5} />
        </IconAction>
      )}
      <Autocomplete
        disableClearable
        size="small"
        options={[...models]}
        value={model}
        onChange={(_, chosen) => chat.change({ model: chosen })}
        sx={{ flex: '0 1 320px', minWidth: 0 }}
        renderInput={(params) => <TextField {...params} label={t('playground.model')} />}
      />
      <ChatSettings chat={chat} owner={owner} reasons={reasons} />
      <Box sx={{ flex: 1 }} />
      <OtherClients />
      {onList !== null && (
        <IconAction label={t('playground.newConversation')} onClick={chat.begin}>
          <IconPlus size={18} stroke={1.5} />
        </IconAction>
      )}
    </Box>
  )
}

/** The site's chat clients, where the operator shows any. */
function OtherClients() {
  const { t } = useTranslation()
  const site = useSite((state) => state.info)
  const [open, setOpen] = useState(false)
  if (!chatLinks(site).some(({ show }) => show)) return null
  return (
    <>
      <IconAction
        label={t('playground.clients')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconExternalLink size={18} stroke={1.5} />
      </IconAction>
      {open && (
        <Suspense fallback={null}>
          <ChatClientsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
