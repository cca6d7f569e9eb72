import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { memo, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../i18n/index.ts'
import type { Message } from '../../lib/chat/conversation.ts'
import { copyText } from '../../ui/copy-text.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { InlineError } from '../../ui/inline-error.tsx'
import { part } from '../../ui/part.ts'
import { AnswerCost } from './answer-cost.tsx'
import { Reasoning } from './reasoning.tsx'
import { TopUp } from './top-up.tsx'
import { Versions, type VersionsProps } from './versions.tsx'

/** Its text is read again only when it changes, not with every word of a later answer. */
const AnswerMarkdown = memo(
  part(
    withTexts(['picture', 'playground'], async () => ({
      default: (await import('./text/answer-markdown.tsx')).AnswerMarkdown,
    })),
  ),
)

type Props = Omit<VersionsProps, 'id'> & {
  readonly message: Message
  readonly streaming: boolean
  readonly onAgain: () => void
}

/** What a model answered, who it was and what it cost. */
export function Answer({ message, streaming, onAgain, ...versions }: Props) {
  const { t } = useTranslation()
  const { content, error, stopped } = message
  return (
    <>
      <Typography variant="caption" color="textSecondary" component="p" noWrap sx={{ mb: 1 }}>
        {message.model === '' ? t('playground.assistant') : message.model}
      </Typography>
      <Reasoning message={message} streaming={streaming} />
      {content === '' && message.reasoning === '' && error === '' && streaming && (
        <Skeleton width="60%" />
      )}
      {content !== '' && (
        <Suspense fallback={content}>
          <AnswerMarkdown text={content} />
        </Suspense>
      )}
      {error !== '' && <InlineError text={error} action={message.tooPoor && <TopUp />} />}
      {stopped && (
        <Typography variant="caption" color="textSecondary" component="p">
          {t('playground.stopped')}
        </Typography>
      )}
      {!streaming && <AnswerFoot message={message} onAgain={onAgain} {...versions} />}
    </>
  )
}

type FootProps = Omit<VersionsProps, 'id'> & {
  readonly message: Message
  readonly onAgain: () => void
}

function AnswerFoot({ message, onAgain, ...versions }: FootProps) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1, mt: 1, ml: -1 }}
    >
      <Versions id={message.id} {...versions} />
      {message.content !== '' && (
        <IconAction
          size="small"
          label={t('action.copyThing', { name: t('playground.copy') })}
          onClick={() => void copyText(message.content, t('playground.copy'))}
        >
          <IconCopy size={16} stroke={1.5} />
        </IconAction>
      )}
      <IconAction
        size="small"
        label={t('playground.retry')}
        disabled={versions.busy}
        onClick={onAgain}
      >
        <IconRefresh size={16} stroke={1.5} />
      </IconAction>
      <Box sx={{ ml: 1 }}>
        <AnswerCost message={message} />
      </Box>
    </Box>
  )
}
