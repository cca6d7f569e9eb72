import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../lib/chat/conversation.ts'
import { formatDuration } from '../../lib/time/format-time.ts'

type Props = { readonly message: Message; readonly streaming: boolean }

/** What a model thought before it answered, folded, and for how long. */
export function Reasoning({ message, streaming }: Props) {
  const { t } = useTranslation()
  const { reasoning, reasoningMs, content } = message
  if (reasoning === '') return null
  const thinks = streaming && content === ''
  const words = () => {
    if (thinks) return t('playground.thinking')
    return reasoningMs === null
      ? t('playground.reasoning')
      : t('playground.thoughtFor', { time: formatDuration(reasoningMs) })
  }
  return (
    <Box
      component="details"
      sx={{
        mb: 3,
        color: 'text.secondary',
        fontSize: 13,
        '& summary': { cursor: 'pointer', width: 'fit-content' },
      }}
    >
      <summary>{words()}</summary>
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
        {reasoning}
      </Box>
    </Box>
  )
}
