import { accountCalls } from '@posthouse/contract/calls/account'
import Card from '@mui/material/Card'
import Divider from '@mui/material/Divider'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useRead } from '../api/use-call.ts'
import { callableModels } from '../lib/chat/chat-models.ts'
import { useUser } from '../stores/session.ts'
import { useConversations } from '../stores/conversations.ts'
import { Failed, InPlaceOfRows } from '../table/table-states.tsx'
import { Lantern } from '../ui/art/lantern.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { WaitingBlock } from '../ui/still-waiting.tsx'
import { Composer } from './playground/composer.tsx'
import { ConversationBar } from './playground/conversation-bar.tsx'
import { Thread } from './playground/thread.tsx'
import { useChat } from './playground/use-chat.ts'
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
      {talking !== undefined && talking.length > 0 && <Chat owner={owner} models={talking} />}
    </>
  )
}

type ChatProps = { readonly owner: number; readonly models: readonly string[] }

function Chat({ owner, models }: ChatProps) {
  const [query] = useSearchParams()
  const asked = query.get('model') ?? ''
  const chat = useChat(owner, models.includes(asked) ? asked : (models[0] ?? ''), () => [])
  const { ref, above } = useRoomBelow()
  return (
    <Card
      ref={ref}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        // To the end of the window: what is written stays in view, and the page need not scroll.
        height: `calc(100dvh - ${above}px - 16px)`,
        minHeight: 420,
        mb: { xs: -16, sm: -8 },
      }}
    >
      <ConversationBar chat={chat} models={models} />
      <Divider />
      <Thread chat={chat} />
      <Composer chat={chat} />
    </Card>
  )
}
