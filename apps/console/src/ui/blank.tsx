import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type Props = {
  readonly picture: ReactNode
  readonly title: string
  readonly sentence: string
  readonly action?: ReactNode
}

/** A whole page that has nothing to show but a picture, a sentence and the way on. */
export function Blank({ picture, title, sentence, action }: Props) {
  return (
    <Box sx={{ py: 20, px: 4, textAlign: 'center', maxWidth: 520, mx: 'auto' }}>
      {picture}
      <Typography component="h1" variant="h1" tabIndex={-1} sx={{ mt: 6, outline: 'none' }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 2, mb: 6, overflowWrap: 'anywhere' }}>
        {sentence}
      </Typography>
      {action}
    </Box>
  )
}
