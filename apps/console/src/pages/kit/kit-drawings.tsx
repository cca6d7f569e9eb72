import Box from '@mui/material/Box'
import { BrokenSeal } from '../../ui/art/broken-seal.tsx'
import { Gate } from '../../ui/art/gate.tsx'
import { Horse } from '../../ui/art/horse.tsx'
import { Lantern } from '../../ui/art/lantern.tsx'
import { Ledger } from '../../ui/art/ledger.tsx'
import { Road } from '../../ui/art/road.tsx'
import { SealMark } from '../../ui/seal-mark.tsx'

/** The pictures of empty states, and the mark in its sizes. */
export function KitDrawings() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      <Gate />
      <Horse />
      <Ledger />
      <Lantern />
      <Road />
      <BrokenSeal />
      <SealMark size={64} />
      <SealMark size={28} />
      <SealMark size={16} />
    </Box>
  )
}
