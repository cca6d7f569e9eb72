import Box from '@mui/material/Box'
import type { MenuFormat } from '@posthouse/contract/telegram-menu'
import { SafeHtml } from '../../ui/safe-html.tsx'
import { htmlOf } from './html-of.ts'

/** A reply as its chat shows it. */
export const MenuBubble = ({
  format,
  text,
}: {
  readonly format: MenuFormat
  readonly text: string
}) => (
  <Box
    sx={{
      alignSelf: 'flex-start',
      maxWidth: 420,
      px: 4,
      py: 2.5,
      borderRadius: '14px 14px 14px 4px',
      bgcolor: 'action.hover',
      whiteSpace: 'pre-wrap',
    }}
  >
    <SafeHtml html={htmlOf(text, format)} />
  </Box>
)
