import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { IconPlayerStop, IconSend } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CompactButton } from '../../ui/compact-button.tsx'
import type { Chat } from './use-chat.ts'

/** Where one writes. Enter sends, except while an input method is composing. */
export function Composer({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const send = () => {
    if (text.trim() === '' || chat.busy) return
    chat.send(text.trim(), [])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 3,
        alignItems: 'flex-end',
        p: 3,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <TextField
        multiline
        maxRows={8}
        placeholder={t('playground.placeholder')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        slotProps={{ htmlInput: { 'aria-label': t('playground.message') } }}
      />
      {chat.busy ? (
        <CompactButton
          variant="outlined"
          onClick={chat.stop}
          icon={<IconPlayerStop size={16} stroke={1.5} />}
          label={t('playground.stop')}
        />
      ) : (
        <CompactButton
          variant="contained"
          disabled={text.trim() === ''}
          onClick={send}
          icon={<IconSend size={16} stroke={1.5} />}
          label={t('playground.send')}
        />
      )}
    </Box>
  )
}
