import Box from '@mui/material/Box'
import { statuses, type StatusName } from '../../ui/status.ts'
import { StatusChip } from '../../ui/status-chip.tsx'

/** The whole vocabulary of states: one glyph, one word, one colour each. */
export function KitStatus() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3 }}>
      {(Object.keys(statuses) as StatusName[]).map((status) => (
        <StatusChip key={status} status={status} />
      ))}
    </Box>
  )
}
