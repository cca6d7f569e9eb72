import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'
import { monospace } from './theme/create-theme.ts'
import { radius } from './theme/radius.ts'

type Props = {
  readonly text: string
  /** What is copied, in words. */
  readonly label: string
  /** Lines stay lines. */
  readonly block?: boolean
}

/** A text to take away, and the button that takes it. */
export function CopyField({ text, label, block = false }: Props) {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: radius('control'),
        bgcolor: 'background.default',
      }}
    >
      <Box
        component={block ? 'pre' : 'code'}
        tabIndex={block ? 0 : undefined}
        role={block ? 'region' : undefined}
        aria-label={block ? label : undefined}
        sx={{
          flex: 1,
          minWidth: 0,
          m: 0,
          px: 3,
          py: 2.5,
          fontFamily: monospace,
          fontSize: 12.5,
          lineHeight: '20px',
          ...(block
            ? { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }
            : { wordBreak: 'break-all' }),
        }}
      >
        {text}
      </Box>
      <IconButton
        title={t('action.copyThing', { name: label })}
        aria-label={t('action.copyThing', { name: label })}
        onClick={() => void copyText(text, label)}
      >
        <IconCopy size={18} stroke={1.5} />
      </IconButton>
    </Box>
  )
}
