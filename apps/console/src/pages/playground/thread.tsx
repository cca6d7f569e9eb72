import Box from '@mui/material/Box'
import Fab from '@mui/material/Fab'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { versionsOf } from '../../lib/chat/branches.ts'
import type { Message } from '../../lib/chat/conversation.ts'
import { InPlaceOfRows } from '../../table/table-states.tsx'
import { Horse } from '../../ui/art/horse.tsx'
import { Answer } from './answer-view.tsx'
import { Question } from './question-view.tsx'
import type { Chat } from './use-chat.ts'
import { useFollowing } from './use-following.ts'

/** What was said, oldest first, in a box of its own that scrolls. */
export function Thread({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation()
  const { scroller, content, onScroll, away, toNewest } = useFollowing()
  const { id } = chat.conversation
  const count = chat.conversation.messages.length
  // Another conversation, or a question of one's own, is seen from its end.
  useEffect(toNewest, [id, count, toNewest])
  return (
    <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
      <Box
        ref={scroller}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label={t('playground.thread')}
        sx={{ height: 1, overflowY: 'auto', overscrollBehavior: 'contain', outlineOffset: -2 }}
      >
        <Box
          ref={content}
          aria-busy={chat.busy}
          sx={{
            maxWidth: 800,
            mx: 'auto',
            px: { xs: 4, sm: 6 },
            py: 5,
            display: 'flex',
            flexDirection: 'column',
            gap: 6,
          }}
        >
          {chat.shown.length === 0 && (
            <InPlaceOfRows
              picture={<Horse />}
              title={t('playground.emptyTitle')}
              sentence={t('playground.empty')}
            />
          )}
          {chat.shown.map((message, index) => (
            <Said
              key={message.id}
              chat={chat}
              message={message}
              streaming={chat.busy && index === chat.shown.length - 1}
            />
          ))}
        </Box>
      </Box>
      {away && <ToNewest onClick={toNewest} />}
    </Box>
  )
}

function ToNewest({ onClick }: { readonly onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Fab
      size="small"
      aria-label={t('playground.toNewest')}
      title={t('playground.toNewest')}
      onClick={onClick}
      sx={{
        position: 'absolute',
        bottom: 12,
        left: 'calc(50% - 20px)',
        zIndex: 1,
        bgcolor: 'background.paper',
        color: 'text.primary',
        border: 1,
        borderColor: 'divider',
        boxShadow: 'none',
        '&:hover': { bgcolor: 'background.default' },
      }}
    >
      <IconArrowDown size={18} stroke={1.5} />
    </Fab>
  )
}

type SaidProps = {
  readonly chat: Chat
  readonly message: Message
  readonly streaming: boolean
}

function Said({ chat, message, streaming }: SaidProps) {
  const { t } = useTranslation()
  const versions = versionsOf(chat.conversation.messages, message).map(({ id }) => id)
  const own = message.role === 'user'
  return (
    <Box component="article" aria-label={t(own ? 'playground.you' : 'playground.assistant')}>
      {own ? (
        <Question
          message={message}
          versions={versions}
          busy={chat.busy}
          onEdit={(text) => chat.edit(message, text)}
          onChoose={chat.choose}
        />
      ) : (
        <Answer
          message={message}
          versions={versions}
          busy={chat.busy}
          streaming={streaming}
          onAgain={() => chat.again(message)}
          onChoose={chat.choose}
        />
      )}
    </Box>
  )
}
