import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'

type Props = {
  readonly title: string
  readonly help?: ReactNode
  /** On a phone the sections are folded, but for the first. */
  readonly startsOpen?: boolean
  readonly children: ReactNode
}

const bodyLook = { display: 'flex', flexDirection: 'column', gap: 4 } as const

/** Like the cards above them, without the line that joins accordions. */
const foldLook = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '&::before': { display: 'none' },
} as const

/** A card with a heading; on a phone a row that opens. */
export function ProfileSection({ title, help, startsOpen = false, children }: Props) {
  const titleId = useId()
  const small = useMediaQuery('(max-width:600px)', { noSsr: true })
  const lead = help !== undefined && <Typography color="textSecondary">{help}</Typography>
  if (small) {
    return (
      <Accordion
        defaultExpanded={startsOpen}
        disableGutters
        square
        elevation={0}
        sx={foldLook}
        slotProps={{ heading: { component: 'h2' } }}
      >
        <AccordionSummary sx={{ px: 4 }} expandIcon={<IconChevronDown size={18} stroke={1.5} />}>
          <Typography component="span" variant="h3">
            {title}
          </Typography>
        </AccordionSummary>
        <AccordionDetails sx={{ ...bodyLook, px: 4, pb: 4 }}>
          {lead}
          {children}
        </AccordionDetails>
      </Accordion>
    )
  }
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ ...bodyLook, p: 6 }}>
      <Box>
        <Typography id={titleId} component="h2" variant="h2">
          {title}
        </Typography>
        {lead}
      </Box>
      {children}
    </Card>
  )
}

type RowProps = {
  readonly title: ReactNode
  readonly beneath: ReactNode
  readonly action: ReactNode
}

/** One entry of a list in a section: what it is, and what can be done with it. */
export const ProfileRow = ({ title, beneath, action }: RowProps) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 4,
      py: 3,
      borderTop: 1,
      borderColor: 'divider',
      '&:first-of-type': { borderTop: 0 },
    }}
  >
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography component="div" variant="subtitle1" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      <Typography component="div" variant="body2" color="textSecondary">
        {beneath}
      </Typography>
    </Box>
    {action}
  </Box>
)

export const ProfileList = ({ children }: { readonly children: ReactNode }) => (
  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {children}
  </Box>
)
