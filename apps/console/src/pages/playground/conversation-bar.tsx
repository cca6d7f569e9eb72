import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import Slider from '@mui/material/Slider'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconAdjustmentsHorizontal, IconHistory, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../stores/confirm.ts'
import { titleOf } from '../../lib/chat/conversation.ts'
import { useConversations } from '../../stores/conversations.ts'
import { CompactButton } from '../../ui/compact-button.tsx'
import type { Chat } from './use-chat.ts'
import { IconAction } from '../../ui/icon-action.tsx'

type Props = { readonly chat: Chat; readonly models: readonly string[] }

/** Model, settings, and the conversations of this browser. */
export function ConversationBar({ chat, models }: Props) {
  const { t } = useTranslation()
  const { model } = chat.conversation
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 3 }}>
      <Autocomplete
        disableClearable
        size="small"
        options={[...models]}
        value={model}
        onChange={(_, chosen) => chat.change({ model: chosen })}
        sx={{ flex: '0 1 320px', minWidth: 0 }}
        renderInput={(params) => <TextField {...params} label={t('playground.model')} />}
      />
      <ChatSettings chat={chat} />
      <Box sx={{ flex: 1 }} />
      <History chat={chat} />
      <IconAction label={t('playground.newConversation')} onClick={chat.begin}>
        <IconPlus size={18} stroke={1.5} />
      </IconAction>
    </Box>
  )
}

function ChatSettings({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation()
  const { system, parameters } = chat.conversation
  const temperature = parameters.temperature ?? 1
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconAction
        label={t('playground.settings')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.5} />
      </IconAction>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('playground.settings'),
            sx: { p: 5, width: 360, maxWidth: '90vw' },
          },
        }}
      >
        <TextField
          label={t('playground.system')}
          multiline
          minRows={3}
          maxRows={8}
          value={system}
          onChange={(event) => chat.change({ system: event.target.value })}
        />
        <Typography id="temperature" variant="body2" sx={{ mt: 4 }}>
          {t('playground.temperature')} {temperature.toFixed(1)}
        </Typography>
        <Slider
          aria-labelledby="temperature"
          min={0}
          max={2}
          step={0.1}
          value={temperature}
          onChange={(_, value) =>
            chat.change({
              parameters: { ...parameters, temperature: Array.isArray(value) ? 1 : value },
            })
          }
        />
      </Popover>
    </>
  )
}

/** A conversation is nowhere else: dropping it is asked first. */
function useAskDrop(chat: Chat): () => void {
  const { t } = useTranslation()
  const drop = useConversations((conversations) => conversations.drop)
  const ask = useConfirm((confirm) => confirm.ask)
  const { conversation } = chat
  return () =>
    ask({
      title: t('playground.deleteTitle', { name: titleOf(conversation) }),
      consequences: [t('playground.deleteConsequence', { count: conversation.messages.length })],
      action: t('playground.delete'),
      run: async () => {
        await drop(conversation.id)
        chat.begin()
      },
    })
}

function History({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation()
  const list = useConversations((conversations) => conversations.list)
  const askDrop = useAskDrop(chat)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <CompactButton
        color="inherit"
        icon={<IconHistory size={18} stroke={1.5} />}
        label={t('playground.conversations')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={list.length === 0}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {list.map((conversation) => (
          <MenuItem
            key={conversation.id}
            selected={conversation.id === chat.conversation.id}
            onClick={() => {
              setAnchor(null)
              chat.open(conversation.id)
            }}
          >
            <Typography noWrap sx={{ maxWidth: 280 }}>
              {titleOf(conversation) || t('playground.untitled')}
            </Typography>
          </MenuItem>
        ))}
        {chat.conversation.messages.length > 0 && (
          <MenuItem
            sx={{ color: 'error.main', borderTop: 1, borderColor: 'divider', gap: 2 }}
            onClick={() => {
              setAnchor(null)
              askDrop()
            }}
          >
            <IconTrash size={16} stroke={1.5} />
            <Typography noWrap sx={{ maxWidth: 260 }}>
              {t('playground.deleteConversation', { name: titleOf(chat.conversation) })}
            </Typography>
          </MenuItem>
        )}
      </Menu>
    </>
  )
}
