import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconPlayerStop, IconSend } from '@tabler/icons-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isTaken } from '../../../lib/chat/abilities.ts'
import { CompactButton } from '../../../ui/compact-button.tsx'
import { Attachments } from '../attachments.tsx'
import type { Chat } from '../use-chat.ts'
import { AttachButton } from './attach-button.tsx'
import { Balance } from './balance.tsx'
import { ChatEstimate } from './chat-estimate.tsx'
import { CopyRequest } from './copy-request.tsx'
import type { ComposerProps } from './composer-props.ts'

/** Where one writes. Enter sends, except while an input method is composing. */
export function Composer({ chat, draft, able }: ComposerProps) {
  const { t } = useTranslation()
  const send = () => {
    if (!draft.ready || chat.busy) return
    chat.send(draft.text.trim(), draft.attachments)
    draft.clear()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    draft.add(files)
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        p: 3,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <ComposerNotes chat={chat} draft={draft} able={able} />
      <Attachments attachments={draft.attachments} onRemove={draft.remove} />
      <TextField
        multiline
        maxRows={8}
        placeholder={t('playground.placeholder')}
        value={draft.text}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        slotProps={{ htmlInput: { 'aria-label': t('playground.message') } }}
      />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <AttachButton draft={draft} takes={able.takes} />
        <CopyRequest chat={chat} draft={draft} able={able} />
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', columnGap: 3, flexWrap: 'wrap', ml: 1 }}>
          <Balance />
          <ChatEstimate chat={chat} draft={draft} able={able} />
        </Box>
        <SendOrStop chat={chat} ready={draft.ready} onSend={send} />
      </Box>
    </Box>
  )
}

/** What stays out of the request, and why. */
function ComposerNotes({ chat, draft, able }: ComposerProps) {
  const { t } = useTranslation()
  const leftOut = chat.shown.some(({ attachments }) =>
    attachments.some(({ kind }) => !isTaken(kind, able.takes)),
  )
  const notes = [...draft.faults, ...(leftOut ? [t('playground.leftOut')] : [])]
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {notes.map((note) => (
        <Typography key={note} variant="caption" component="p" sx={{ color: 'warning.main' }}>
          {note}
        </Typography>
      ))}
    </Box>
  )
}

type SendProps = { readonly chat: Chat; readonly ready: boolean; readonly onSend: () => void }

function SendOrStop({ chat, ready, onSend }: SendProps) {
  const { t } = useTranslation()
  return chat.busy ? (
    <CompactButton
      variant="outlined"
      onClick={chat.stop}
      icon={<IconPlayerStop size={16} stroke={1.5} />}
      label={t('playground.stop')}
    />
  ) : (
    <CompactButton
      variant="contained"
      disabled={!ready}
      onClick={onSend}
      icon={<IconSend size={16} stroke={1.5} />}
      label={t('playground.send')}
    />
  )
}
