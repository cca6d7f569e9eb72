import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

type Props = { readonly title: string; readonly help?: string; readonly children: ReactNode }

/** A named part of a long form. */
export function FormSection({ title, help, children }: Props) {
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
    >
      <Box>
        <Typography id={id} component="h3" variant="h3">
          {title}
        </Typography>
        {help !== undefined && (
          <Typography variant="caption" color="textSecondary">
            {help}
          </Typography>
        )}
      </Box>
      {children}
    </Box>
  )
}
