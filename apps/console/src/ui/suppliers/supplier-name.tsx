import Box from '@mui/material/Box'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import { SealMark } from '../seal-mark.tsx'
import { supplierMarks } from './supplier-marks.ts'

const typeName = (type: number): string => channelTypeOf(type)?.name ?? String(type)

const size = 16

/** A supplier by its mark, in the colour of the text around it, and its name. */
export function SupplierName({ type }: { readonly type: number }) {
  const logo = channelTypeOf(type)?.logo
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, verticalAlign: 'middle' }}
    >
      {logo === null && <SealMark size={size} />}
      {logo !== null && logo !== undefined && (
        <Box
          component="span"
          aria-hidden
          sx={{
            width: size,
            height: size,
            flexShrink: 0,
            bgcolor: 'currentColor',
            mask: `url(${supplierMarks[logo]}) center / contain no-repeat`,
            // Colours of its own are taken from a page in forced colours: what is filled would be a block.
            '@media (forced-colors: active)': { display: 'none' },
          }}
        />
      )}
      <span>{typeName(type)}</span>
    </Box>
  )
}
