import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { IconCopy, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../lib/chat/conversation.ts'
import { copyText } from '../../ui/copy-text.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { radius } from '../../ui/theme/radius.ts'
import { Attachments } from './attachments.tsx'
import { Versions, type VersionsProps } from './versions.tsx'

type Props = Omit<VersionsProps, 'id'> & {
  readonly message: Message
  readonly onEdit: (text: string) => void
}

/** What a person asked. Editing it asks another question in its place; this one stays. */
export function Question({ message, onEdit, ...versions }: Props) {
  const [edits, setEdits] = useState(false)
  const end = () => setEdits(false)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-end', gap: 1 }}>
      {edits ? (
        <QuestionEdit text={message.content} busy={versions.busy} onEdit={onEdit} onEnd={end} />
      ) : (
        <>
          <Attachments attachments={message.attachments} />
          {message.content !== '' && (
            <Box
              sx={{
                maxWidth: '85%',
                whiteSpace: 'pre-wrap',
                overflowWrap: 'anywhere',
                px: 4,
                py: 2.5,
                borderRadius: radius('control'),
                bgcolor: 'background.default',
                border: 1,
                borderColor: 'divider',
              }}
            >
              {message.content}
            </Box>
          )}
          <QuestionActions message={message} {...versions} onStart={() => setEdits(true)} />
        </>
      )}
    </Box>
  )
}

type ActionsProps = Omit<VersionsProps, 'id'> & {
  readonly message: Message
  readonly onStart: () => void
}

function QuestionActions({ message, onStart, ...versions }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center' }}>
      <Versions id={message.id} {...versions} />
      <IconAction
        size="small"
        label={t('action.copyThing', { name: t('playground.question') })}
        onClick={() => void copyText(message.content, t('playground.question'))}
      >
        <IconCopy size={16} stroke={1.5} />
      </IconAction>
      <IconAction
        size="small"
        label={t('playground.edit')}
        disabled={versions.busy}
        onClick={onStart}
      >
        <IconPencil size={16} stroke={1.5} />
      </IconAction>
    </Box>
  )
}

type EditProps = {
  readonly text: string
  readonly busy: boolean
  readonly onEdit: (text: string) => void
  readonly onEnd: () => void
}

function QuestionEdit({ text, busy, onEdit, onEnd }: EditProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState(text)
  const ready = edited.trim() !== '' && !busy
  const send = () => {
    if (!ready) return
    onEdit(edited.trim())
    onEnd()
  }
  return (
    <Box sx={{ width: 1 }}>
      <TextField
        multiline
        autoFocus
        maxRows={12}
        value={edited}
        onChange={(event) => setEdited(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd()
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
        slotProps={{ htmlInput: { 'aria-label': t('playground.edit') } }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2, mt: 2 }}>
        <Button size="small" color="inherit" onClick={onEnd}>
          {t('action.cancel')}
        </Button>
        <Button size="small" variant="contained" disabled={!ready} onClick={send}>
          {t('playground.askAgain')}
        </Button>
      </Box>
    </Box>
  )
}
