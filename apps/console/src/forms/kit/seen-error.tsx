import Box from '@mui/material/Box'
import { InlineError } from '../../ui/inline-error.tsx'

const show = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** A failure of a form, brought into view: what was pressed may be at the other end of it. */
export const SeenError = ({ text }: { readonly text: string }) => (
  // Another text is another failure, and is brought into view anew.
  <Box key={text} ref={show} sx={{ scrollMarginBlock: 56 }}>
    <InlineError text={text} />
  </Box>
)
