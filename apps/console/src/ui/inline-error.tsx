import Alert from '@mui/material/Alert'
import type { ReactNode } from 'react'

type Props = { readonly text: string; readonly action?: ReactNode }

/** A failure, where it happened. */
export function InlineError({ text, action }: Props) {
  return (
    <Alert severity="error" action={action} sx={{ overflowWrap: 'anywhere' }}>
      {text}
    </Alert>
  )
}
