import Box from '@mui/material/Box'
import { alpha, type Palette, useTheme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type StatusName, statuses, type Tone } from './status.ts'
import { tokensOf } from './theme/tokens.ts'
import { radius } from './theme/radius.ts'

type ChipProps = {
  readonly tone: Tone
  /** For those who see no colour. */
  readonly glyph: string
  readonly children: ReactNode
}

function colourOf(tone: Tone, palette: Palette): string {
  if (tone === 'muted') return palette.text.secondary
  return tone === 'violet' ? tokensOf[palette.mode].violet : palette[tone].main
}

export function Chip({ tone, glyph, children }: ChipProps) {
  const { palette } = useTheme()
  const colour = colourOf(tone, palette)
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.5,
        height: 22,
        px: 2,
        borderRadius: radius('chip'),
        fontSize: 12,
        whiteSpace: 'nowrap',
        color: colour,
        bgcolor: alpha(colour, tokensOf[palette.mode].tintShare),
      }}
    >
      <span aria-hidden style={{ fontSize: 9 }}>
        {glyph}
      </span>
      {children}
    </Box>
  )
}

/** A state in a word, a glyph and a tint. */
export function StatusChip({ status }: { readonly status: StatusName }) {
  const { t } = useTranslation()
  const { word, ...look } = statuses[status]
  return <Chip {...look}>{t(word)}</Chip>
}
