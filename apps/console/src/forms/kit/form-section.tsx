import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

type Props = {
  /** Where the rail of a long form leads. */
  readonly id?: string
  readonly title: string
  readonly help?: string
  /** `h2` on a page, where no dialog's title stands above it. */
  readonly heading?: 'h2' | 'h3'
  readonly children: ReactNode
}

/** A named part of a long form. */
export function FormSection({ id, title, help, heading = 'h3', children }: Props) {
  const titleId = useId()
  return (
    <Box
      component="section"
      {...(id === undefined ? {} : { id })}
      aria-labelledby={titleId}
      sx={{ display: 'flex', flexDirection: 'column', gap: 4, scrollMarginTop: 56 }}
    >
      <Box>
        <Typography id={titleId} component={heading} variant="h3">
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
