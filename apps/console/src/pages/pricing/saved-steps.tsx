import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PreviewedPrice } from '@posthouse/contract/price-work'
import { useTranslation } from 'react-i18next'
import { stepWords } from '../../lib/money/price-words.ts'
import { stepsOf } from './save-prices.ts'

/** Every price that a save changes, old and new. */
export function SavedSteps({ previewed }: { readonly previewed: readonly PreviewedPrice[] }) {
  const { t } = useTranslation()
  const steps = previewed.flatMap((one) =>
    stepsOf(one).map((step) => {
      const words = stepWords(step, t)
      return previewed.length > 1 ? `${one.after?.model ?? ''} · ${words}` : words
    }),
  )
  if (steps.length === 0) return null
  return (
    <Box component="section" aria-label={t('pricing.willSave')} sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2">{t('pricing.willSave')}</Typography>
      <Box
        component="ul"
        sx={{
          m: 0,
          pl: 4,
          fontSize: 13,
          maxHeight: 140,
          overflowY: 'auto',
          overflowWrap: 'anywhere',
        }}
      >
        {steps.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </Box>
    </Box>
  )
}
