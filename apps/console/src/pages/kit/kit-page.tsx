import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/page-heading.tsx'
import { KitActions } from './kit-actions.tsx'
import { KitCharts } from './kit-charts.tsx'
import { KitColours } from './kit-colours.tsx'
import { KitDrawings } from './kit-drawings.tsx'
import { KitInputs } from './kit-inputs.tsx'
import { KitStates } from './kit-states.tsx'
import { KitStatus } from './kit-status.tsx'
import { KitText } from './kit-text.tsx'
import { RiderPage } from './rider/rider-page.tsx'

/** Every part of the kit in every state. Part names are the code's; what they say is the catalogue's. */
const shelves: readonly { readonly name: string; readonly shelf: ReactNode }[] = [
  { name: 'tokens', shelf: <KitColours /> },
  { name: 'typography', shelf: <KitText /> },
  { name: 'status', shelf: <KitStatus /> },
  { name: 'actions', shelf: <KitActions /> },
  { name: 'inputs', shelf: <KitInputs /> },
  { name: 'states', shelf: <KitStates /> },
  { name: 'drawings', shelf: <KitDrawings /> },
  { name: 'list', shelf: <RiderPage /> },
  { name: 'charts', shelf: <KitCharts /> },
]

/** The living gallery, in development only: what is looked at here is what the pages are made of. */
export function KitPage() {
  return (
    <>
      <PageHeading title={shelves.map(({ name }) => name).join(' · ')} />
      <Box component="nav" sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, mb: 6 }}>
        {shelves.map(({ name }) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </Box>
      {shelves.map(({ name, shelf }) => (
        <Box key={name} component="section" id={name} data-shelf={name} sx={{ py: 4 }}>
          <Typography component="h2" variant="h2" sx={{ mb: 4 }}>
            {name}
          </Typography>
          {shelf}
        </Box>
      ))}
    </>
  )
}
