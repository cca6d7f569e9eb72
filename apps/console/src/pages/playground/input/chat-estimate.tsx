import Typography from '@mui/material/Typography'
import { formatExact } from '@posthouse/contract/format-amount'
import { useTranslation } from 'react-i18next'
import { requestOf } from '../../../lib/chat/request-of.ts'
import { useAmountDisplay } from '../../../stores/site.ts'
import { useEstimate } from '../../studio/frame/use-estimate.ts'
import { question, withMessage } from '../answer.ts'
import type { ComposerProps } from './composer-props.ts'

/** Longer conversations, as those with pictures, are not sent for an estimate alone. */
const charactersMost = 500_000

/** What the question costs at least, and the answer at most. */
export function ChatEstimate({ chat, draft, able }: ComposerProps) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { conversation, busy } = chat
  const body =
    draft.ready && !busy
      ? requestOf(
          withMessage(
            conversation,
            question(conversation.end, draft.text.trim(), draft.attachments),
          ),
          able,
        )
      : null
  const isShort = body !== null && JSON.stringify(body).length <= charactersMost
  const estimate = useEstimate(
    isShort ? { path: '/v1/chat/completions', body, form: false } : null,
    noFiles,
  )
  if (estimate === null) return null
  return (
    <Typography
      variant="caption"
      component="p"
      color={'refused' in estimate ? 'error' : 'textSecondary'}
      sx={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {'refused' in estimate
        ? estimate.refused
        : t('playground.estimate', {
            least: formatExact(estimate.least, display),
            most: formatExact(estimate.most, display),
          })}
    </Typography>
  )
}

const noFiles: readonly never[] = []
