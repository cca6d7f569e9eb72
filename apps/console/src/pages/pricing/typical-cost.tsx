import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { formatCharge } from '@posthouse/contract/format-amount'
import type { PricePreview } from '@posthouse/contract/price-work'
import { useTranslation } from 'react-i18next'
import { useAmountDisplay } from '../../stores/site.ts'

/** What one call costs in each group, as the server computed it. */
export function TypicalCost({ preview: { usage, groups } }: { readonly preview: PricePreview }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { input, cached, output } = usage
  const number = (count: number): string => count.toLocaleString('en-US')
  return (
    <Box component="section" aria-label={t('pricing.typical')}>
      <Typography variant="subtitle2">{t('pricing.typical')}</Typography>
      <Typography variant="body2" color="textSecondary">
        {usage.of === 'token'
          ? t('pricing.typicalTokens', {
              input: number(input),
              cached: number(cached),
              output: number(output),
            })
          : t(`pricing.typicalOf.${usage.of}`)}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 2, p: 0, listStyle: 'none' }}>
        {groups.map(({ symbol, name, ratio, quota }) => (
          <Box
            component="li"
            key={symbol}
            sx={{ display: 'flex', gap: 3, py: 1.5, borderTop: 1, borderColor: 'divider' }}
          >
            <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              ×{ratio}
            </Typography>
            <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatCharge(quota, display)}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
