import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { SealMark } from '../../ui/seal-mark.tsx'

/** The one card of a page on which somebody signs in, signs up or chooses a new password. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ maxWidth: 420, mx: 'auto', px: 4, py: { xs: 8, sm: 16 } }}>
      <Card sx={{ p: { xs: 5, sm: 8 } }}>
        <SealMark size={40} />
        <Typography
          component="h1"
          variant="h1"
          tabIndex={-1}
          sx={{ mt: 4, mb: 6, outline: 'none' }}
        >
          {title}
        </Typography>
        {children}
      </Card>
    </Box>
  )
}
