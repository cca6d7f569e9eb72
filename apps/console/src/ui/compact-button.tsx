import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import type { ReactNode } from 'react'

type Props = Omit<ButtonProps, 'children' | 'startIcon' | 'aria-label'> & {
  readonly icon: ReactNode
  /** The words; on a phone they are only read out, and the icon stands alone. */
  readonly label: string
}

/** A button that keeps its words where there is room for them. */
export const CompactButton = ({ icon, label, ...button }: Props) => (
  <Button
    {...button}
    aria-label={label}
    sx={{ flexShrink: 0, gap: 2, minWidth: { xs: 44, sm: 64 }, px: { xs: 2.5, sm: 3.5 } }}
  >
    {icon}
    <Box component="span" aria-hidden sx={{ display: { xs: 'none', sm: 'inline' } }}>
      {label}
    </Box>
  </Button>
)
