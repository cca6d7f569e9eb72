import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { IconFileText, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Attachment } from '../../lib/chat/conversation.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { radius } from '../../ui/theme/radius.ts'

type Props = {
  readonly attachments: readonly Attachment[]
  readonly onRemove?: (attachment: Attachment) => void
}

/** Files that go with a question: pictures as they are, others by their names. */
export function Attachments({ attachments, onRemove }: Props) {
  const { t } = useTranslation()
  if (attachments.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={t('playground.attachments')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, listStyle: 'none', m: 0, p: 0, minWidth: 0 }}
    >
      {attachments.map((attachment, index) => (
        <Box
          component="li"
          key={index}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            maxWidth: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: radius('control'),
            overflow: 'hidden',
          }}
        >
          <Face attachment={attachment} />
          {onRemove !== undefined && (
            <IconAction
              size="small"
              label={t('playground.removeFile', { name: attachment.name })}
              onClick={() => onRemove(attachment)}
            >
              <IconX size={14} stroke={1.5} />
            </IconAction>
          )}
        </Box>
      ))}
    </Box>
  )
}

function Face({ attachment: { kind, name, data } }: { readonly attachment: Attachment }) {
  if (kind === 'image') {
    return (
      <Box
        component="img"
        src={data}
        alt={name}
        title={name}
        sx={{ height: 64, maxWidth: 160, objectFit: 'cover', display: 'block' }}
      />
    )
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, py: 1.5, minWidth: 0 }}>
      <IconFileText size={16} stroke={1.5} />
      <Typography variant="caption" noWrap title={name}>
        {name}
      </Typography>
    </Box>
  )
}
