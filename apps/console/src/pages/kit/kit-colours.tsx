import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { monospace } from '../../ui/theme/create-theme.ts'
import { tokensOf } from '../../ui/theme/tokens.ts'

/** Every colour of the theme on screen, by the name that the code gives it. */
export function KitColours() {
  const tokens = tokensOf[useTheme().palette.mode]
  const named = Object.entries(tokens).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].startsWith('#'),
  )
  const charts = tokens.charts.map((colour, index) => [`charts ${index + 1}`, colour] as const)
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))', gap: 3 }}
    >
      {[...named, ...charts].map(([name, colour]) => (
        <Box key={name} sx={{ fontSize: 12, lineHeight: '18px' }}>
          <Box
            sx={{ height: 48, bgcolor: colour, border: 1, borderColor: 'divider', borderRadius: 1 }}
          />
          <div>{name}</div>
          <Box sx={{ fontFamily: monospace, color: 'text.secondary' }}>{colour}</Box>
        </Box>
      ))}
    </Box>
  )
}
