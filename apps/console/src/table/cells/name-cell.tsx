import Box from '@mui/material/Box'
import { monospace } from '../../ui/theme/create-theme.ts'

type Props = { readonly name: string; readonly id: string }

/** A name with its id in mono beneath. */
export const NameCell = ({ name, id }: Props) => (
  <Box component="span" sx={{ display: 'block', lineHeight: '18px' }}>
    <Box component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
      {name}
    </Box>
    <Box
      component="span"
      sx={{
        display: 'block',
        fontFamily: monospace,
        fontSize: 11,
        lineHeight: '16px',
        color: 'text.secondary',
      }}
    >
      {id}
    </Box>
  </Box>
)
