import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import List from '@mui/material/List'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findConversations } from '../../../lib/chat/find-conversations.ts'
import { useConversations } from '../../../stores/conversations.ts'
import type { Chat } from '../use-chat.ts'
import { ConversationRow } from './conversation-row.tsx'

type Props = {
  readonly chat: Chat
  /** One was chosen, or a new one begun. */
  readonly onChosen?: () => void
}

/** The conversations of this browser. */
export function ConversationList({ chat, onChosen }: Props) {
  const { t } = useTranslation()
  const list = useConversations((conversations) => conversations.list)
  const [typed, setTyped] = useState('')
  const found = findConversations(list, typed)
  const begin = () => {
    chat.begin()
    onChosen?.()
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, p: 3, height: 1, minHeight: 0 }}>
      <Button
        variant="outlined"
        startIcon={<IconPlus size={16} stroke={1.5} />}
        onClick={begin}
        sx={{ flexShrink: 0 }}
      >
        {t('playground.newConversation')}
      </Button>
      <SearchField typed={typed} onType={setTyped} />
      {found.length === 0 ? (
        <NoneFound searched={list.length > 0} />
      ) : (
        <List
          aria-label={t('playground.conversations')}
          disablePadding
          sx={{ flex: 1, minHeight: 0, overflowY: 'auto', mx: -1, px: 1 }}
        >
          {found.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === chat.conversation.id}
              onOpen={() => {
                chat.open(conversation.id)
                onChosen?.()
              }}
              onRemoved={() => {
                if (conversation.id === chat.conversation.id) chat.begin()
              }}
            />
          ))}
        </List>
      )}
      <Typography variant="caption" color="textSecondary">
        {t('playground.keptHere')}
      </Typography>
    </Box>
  )
}

type SearchProps = { readonly typed: string; readonly onType: (typed: string) => void }

function SearchField({ typed, onType }: SearchProps) {
  const { t } = useTranslation()
  return (
    <TextField
      size="small"
      type="search"
      value={typed}
      onChange={(event) => onType(event.target.value)}
      placeholder={t('playground.search')}
      slotProps={{
        htmlInput: { 'aria-label': t('playground.search') },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <IconSearch size={16} stroke={1.5} />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

function NoneFound({ searched }: { readonly searched: boolean }) {
  const { t } = useTranslation()
  return (
    <Typography variant="body2" color="textSecondary" role="status" sx={{ flexGrow: 1 }}>
      {t(searched ? 'playground.noneFound' : 'playground.noneYet')}
    </Typography>
  )
}
