import Box from '@mui/material/Box'
import { InlineError } from '../../ui/inline-error.tsx'

const show = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** An error of a form that scrolls itself into view, however far the button is from it. */
export const SeenError = ({ text }: { readonly text: string }) => (
  // Another text is another failure, and is brought into view anew.
  <Box key={text} ref={show} sx={{ scrollMarginBlock: 56 }}>
    <InlineError text={text} />
  </Box>
)
