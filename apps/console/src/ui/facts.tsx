import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export type Fact = { readonly label: string; readonly value: ReactNode }

/** Labelled facts, one a line. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gridTemplateColumns: 'minmax(96px, 1fr) 2fr',
      rowGap: 2,
      columnGap: 4,
      fontSize: 13,
    }}
  >
    {facts.map((fact) => (
      <Box key={fact.label} sx={{ display: 'contents' }}>
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {fact.label}
        </Box>
        <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {fact.value}
        </Box>
      </Box>
    ))}
  </Box>
)
