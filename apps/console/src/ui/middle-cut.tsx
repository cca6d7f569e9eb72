import Box from '@mui/material/Box'

/** So much of the end always stays: what tells `claude-sonnet-4-5` from `claude-sonnet-4`. */
const tail = 8

/** A name on one line. Where it has too little room, its middle goes. */
export const MiddleCut = ({ text }: { readonly text: string }) => (
  <Box component="span" sx={{ display: 'flex', minWidth: 0, whiteSpace: 'pre' }}>
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {text.slice(0, -tail)}
    </Box>
    <Box component="span" sx={{ flex: 'none' }}>
      {text.slice(-tail)}
    </Box>
  </Box>
)
