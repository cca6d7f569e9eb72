import Box from '@mui/material/Box'
import { monospace } from '../../ui/theme/create-theme.ts'

type Props = { readonly name: string; readonly id: string }

const look = {
  display: 'block',
  lineHeight: '18px',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '& > :first-of-type': { fontWeight: 'fontWeightMedium', overflowWrap: 'anywhere' },
  '& > :last-of-type': {
    display: 'block',
    fontFamily: monospace,
    fontSize: 11,
    lineHeight: '16px',
    color: 'text.secondary',
  },
} as const

/** A name with its id in mono beneath. */
export const NameCell = ({ name, id }: Props) => (
  <Box component="span" sx={look}>
    <span>{name}</span>
    <span>{id}</span>
  </Box>
)
