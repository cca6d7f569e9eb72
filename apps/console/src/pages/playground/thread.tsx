import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { IconCopy } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { withTexts } from '../../i18n/index.ts'
import { paths } from '../../paths.ts'
import type { Message } from '../../stores/conversations.ts'
import { useSite } from '../../stores/site.ts'
import { InPlaceOfRows } from '../../table/table-states.tsx'
import { Horse } from '../../ui/art/horse.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { InlineError } from '../../ui/inline-error.tsx'
import { AnswerCost } from './answer-cost.tsx'
import type { Chat } from './use-chat.ts'
import { radius } from '../../ui/theme/radius.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { part } from '../../ui/part.ts'

const SafeMarkdown = part(
  withTexts(['picture'], async () => ({
    default: (await import('../../ui/markdown.tsx')).SafeMarkdown,
  })),
)

/** What was said, oldest first. */
export function Thread({ chat }: { readonly chat: Chat }) {
  const { t } = useTranslation()
  const { messages } = chat.conversation
  if (messages.length === 0) {
    return (
      <InPlaceOfRows
        picture={<Horse />}
        title={t('playground.emptyTitle')}
        sentence={t('playground.empty')}
      />
    )
  }
  return (
    <Box
      sx={{ maxWidth: 760, mx: 'auto', display: 'flex', flexDirection: 'column', gap: 6 }}
      aria-busy={chat.busy}
    >
      {messages.map((message, index) => (
        <Said
          key={message.id}
          message={message}
          streaming={chat.busy && index === messages.length - 1}
        />
      ))}
      {!chat.busy && (
        <Button size="small" onClick={chat.retry} sx={{ alignSelf: 'flex-start' }}>
          {t('playground.retry')}
        </Button>
      )}
    </Box>
  )
}

type SaidProps = { readonly message: Message; readonly streaming: boolean }

function Said({ message, streaming }: SaidProps) {
  const { t } = useTranslation()
  const own = message.role === 'user'
  return (
    <Box component="article" aria-label={t(own ? 'playground.you' : 'playground.assistant')}>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 1 }}>
        {t(own ? 'playground.you' : 'playground.assistant')}
      </Typography>
      {own ? (
        <Box
          sx={{
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            p: 3,
            borderRadius: radius('control'),
            bgcolor: 'background.default',
            border: 1,
            borderColor: 'divider',
          }}
        >
          {message.content}
        </Box>
      ) : (
        <Answer message={message} streaming={streaming} />
      )}
    </Box>
  )
}

/** The way out of an empty wallet, where the operator has set one. */
function TopUp() {
  const { t } = useTranslation()
  const href = useSite((site) => site.info.top_up_link)
  if (href === '') {
    return (
      <Button component={Link} to={paths.about} color="inherit" size="small">
        {t('account.toAbout')}
      </Button>
    )
  }
  return (
    <Button href={href} target="_blank" rel="noreferrer" color="inherit" size="small">
      {t('first.topUp')}
    </Button>
  )
}

function Answer({ message, streaming }: SaidProps) {
  const { t } = useTranslation()
  return (
    <>
      {message.reasoning !== '' && (
        <Box
          component="details"
          sx={{ mb: 3, color: 'text.secondary', fontSize: 13, '& summary': { cursor: 'pointer' } }}
        >
          <summary>{t('playground.reasoning')}</summary>
          <Box
            sx={{
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
              pl: 4,
              mt: 2,
              borderLeft: 2,
              borderColor: 'divider',
            }}
          >
            {message.reasoning}
          </Box>
        </Box>
      )}
      {message.content === '' && message.error === '' && streaming && <Skeleton width="60%" />}
      <Suspense fallback={message.content}>
        {message.content !== '' && <SafeMarkdown text={message.content} by="model" />}
      </Suspense>
      {message.error !== '' && (
        <InlineError text={message.error} action={message.tooPoor && <TopUp />} />
      )}
      {message.stopped && (
        <Typography variant="caption" color="textSecondary" component="p">
          {t('playground.stopped')}
        </Typography>
      )}
      {!streaming && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 2 }}>
          <AnswerCost message={message} />
          {message.content !== '' && (
            <IconAction
              size="small"
              label={t('action.copyThing', { name: t('playground.copy') })}
              onClick={() => void copyText(message.content, t('playground.copy'))}
            >
              <IconCopy size={16} stroke={1.5} />
            </IconAction>
          )}
        </Box>
      )}
    </>
  )
}
