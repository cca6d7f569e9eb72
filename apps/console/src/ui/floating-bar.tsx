import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { radius } from './theme/radius.ts'

type Props = { readonly label: string; readonly children: ReactNode }

/** A bar at the lower edge of the window, for what waits to be saved. */
export const FloatingBar = ({ label, children }: Props) => (
  <Paper
    component="section"
    aria-label={label}
    elevation={8}
    sx={{
      position: 'fixed',
      bottom: { xs: 0, sm: 24 },
      left: { xs: 0, sm: '50%' },
      right: { xs: 0, sm: 'auto' },
      transform: { sm: 'translateX(-50%)' },
      zIndex: 'appBar',
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      px: 5,
      py: 3,
      borderRadius: { xs: 0, sm: radius('control') },
    }}
  >
    {children}
  </Paper>
)
