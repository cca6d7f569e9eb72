import Box from '@mui/material/Box'
import { RichText } from './rich-text.tsx'

type Props = {
  readonly content: string
  /** Accessible name of the frame, when the content is an address. */
  readonly frameTitle: string
}

/** What an operator wrote: an address in a sandboxed frame, HTML cleaned, Markdown otherwise. */
export function OperatorContent({ content, frameTitle }: Props) {
  const text = content.trim()
  if (text.startsWith('https://')) {
    return (
      <Box
        component="iframe"
        title={frameTitle}
        src={text}
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
        sx={{ width: '100%', height: 'calc(100dvh - 64px)', border: 0, display: 'block' }}
      />
    )
  }
  return (
    <Box sx={{ px: { xs: 4, sm: 6 }, py: 8, fontSize: 16, lineHeight: '26px' }}>
      <RichText text={text} />
    </Box>
  )
}
