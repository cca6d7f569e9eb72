import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  /** One sentence under the title. */
  readonly lead?: ReactNode
  /** The one primary action. On a phone it lies in a bar at the bottom. */
  readonly action?: ReactNode
}

/** Title of a page at the left, its primary action at the right. */
export function PageHeading({ title, lead, action }: Props) {
  return (
    <Box sx={{ display: 'flex', gap: 4, alignItems: 'flex-start', mb: 4 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="h1" variant="h1" tabIndex={-1} sx={{ outline: 'none' }}>
          {title}
        </Typography>
        {lead !== undefined && (
          <Typography color="textSecondary" sx={{ mt: 0.5 }}>
            {lead}
          </Typography>
        )}
      </Box>
      {action !== undefined && (
        <Box
          className="page-action"
          sx={{
            display: 'flex',
            gap: 2,
            '@media (max-width: 600px)': {
              position: 'fixed',
              bottom: 0,
              left: 0,
              right: 0,
              zIndex: 1100,
              height: 'calc(56px + env(safe-area-inset-bottom))',
              pb: 'env(safe-area-inset-bottom)',
              px: 4,
              alignItems: 'center',
              bgcolor: 'background.paper',
              borderTop: 1,
              borderColor: 'divider',
              '& > *': { flex: 1 },
            },
          }}
        >
          {action}
        </Box>
      )}
    </Box>
  )
}
