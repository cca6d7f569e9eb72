import Box from '@mui/material/Box'
import { alpha, useTheme } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { type StatusName, statuses } from './status.ts'
import { tokensOf } from './theme/tokens.ts'
import { radius } from './theme/radius.ts'

/** A state in a word, a glyph and a tint. */
export function StatusChip({ status }: { readonly status: StatusName }) {
  const { t } = useTranslation()
  const { palette } = useTheme()
  const { word, tone, glyph } = statuses[status]
  const colour = tone === 'muted' ? palette.text.secondary : palette[tone].main
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
      {t(word)}
    </Box>
  )
}
