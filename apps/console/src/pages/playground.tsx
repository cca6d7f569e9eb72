import type { ModelFacts } from '@posthouse/contract/model-facts'
import { accountCalls } from '@posthouse/contract/calls/account'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Divider from '@mui/material/Divider'
import Drawer from '@mui/material/Drawer'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useRead } from '../api/use-call.ts'
import { abilitiesOf } from '../lib/chat/abilities.ts'
import { callableModels } from '../lib/chat/chat-models.ts'
import { useUser } from '../stores/session.ts'
import { useConversations } from '../stores/conversations.ts'
import { Failed, InPlaceOfRows } from '../table/table-states.tsx'
import { Lantern } from '../ui/art/lantern.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { WaitingBlock } from '../ui/still-waiting.tsx'
import { Composer } from './playground/input/composer.tsx'
import { useDraft } from './playground/input/use-draft.ts'
import { ConversationList } from './playground/list/conversation-list.tsx'
import { ConversationBar } from './playground/conversation-bar.tsx'
import { Thread } from './playground/thread.tsx'
import { type Chat as ChatOfPage, useChat } from './playground/use-chat.ts'
import { useRoomBelow } from './playground/use-room-below.ts'

export function PlaygroundPage() {
  const { t } = useTranslation()
  const owner = useUser()?.id ?? 0
  const load = useConversations((conversations) => conversations.load)
  const models = useRead(accountCalls, 'listOwnModels', { query: {} })
  const talking = models.data && callableModels(models.data)
  useEffect(() => void load(owner), [load, owner])
  return (
    <>
      <PageHeading title={t('menu.playground')} />
      {models.error !== null && (
        <Failed error={models.error} onRetry={() => void models.refetch()} />
      )}
      {models.isLoading && <WaitingBlock height={320} />}
      {talking?.length === 0 && (
        <InPlaceOfRows
          picture={<Lantern />}
          title={t('playground.noModels')}
          sentence={t('playground.noModelsHelp')}
        />
      )}
      {talking !== undefined && talking.length > 0 && (
        <Chat owner={owner} known={models.data ?? []} models={talking} />
      )}
    </>
  )
}

type ChatProps = {
  readonly owner: number
  readonly known: readonly { readonly id: string; readonly facts: ModelFacts }[]
  /** Those that can be called now, the one to suggest first. */
  readonly models: readonly string[]
}

function Chat({ owner, known, models }: ChatProps) {
  const [query] = useSearchParams()
  const asked = query.get('model') ?? ''
  const ableOf = (model: string) => abilitiesOf(known.find(({ id }) => id === model)?.facts)
  const chat = useChat(owner, models.includes(asked) ? asked : (models[0] ?? ''), ableOf)
  const able = ableOf(chat.conversation.model)
  const draft = useDraft(able.takes)
  const { ref, above } = useRoomBelow()
  const beside = useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true })
  const [listOpen, setListOpen] = useState(false)
  return (
    <Card
      ref={ref}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        draft.add([...event.dataTransfer.files])
      }}
      sx={{
        display: 'flex',
        // To the end of the window: what is written stays in view, and the page need not scroll.
        height: `calc(100dvh - ${above}px - 16px)`,
        minHeight: 420,
        mb: { xs: -16, sm: -8 },
      }}
    >
      <ListPlace chat={chat} beside={beside} open={listOpen} onClose={() => setListOpen(false)} />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <ConversationBar
          chat={chat}
          owner={owner}
          models={models}
          reasons={able.reasons}
          onList={beside ? null : () => setListOpen(true)}
        />
        <Divider />
        <Thread chat={chat} />
        <Composer chat={chat} draft={draft} able={able} />
      </Box>
    </Card>
  )
}

type ListPlaceProps = {
  readonly chat: ChatOfPage
  readonly beside: boolean
  readonly open: boolean
  readonly onClose: () => void
}

/** The list of conversations: beside the chat where there is room for it, else over it when it is wanted. */
function ListPlace({ chat, beside, open, onClose }: ListPlaceProps) {
  const { t } = useTranslation()
  const label = t('playground.conversations')
  if (beside) {
    return (
      <Box
        component="section"
        aria-label={label}
        sx={{ width: { md: 220, lg: 260 }, flexShrink: 0, borderRight: 1, borderColor: 'divider' }}
      >
        <ConversationList chat={chat} />
      </Box>
    )
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': label,
          sx: { width: 300, maxWidth: '85vw', bgcolor: 'background.paper' },
        },
      }}
    >
      <ConversationList chat={chat} onChosen={onClose} />
    </Drawer>
  )
}
