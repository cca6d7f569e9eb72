import { priceCalls } from '@posthouse/contract/calls/prices'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Price } from '@posthouse/contract/price'
import type { PriceChange } from '@posthouse/contract/price-work'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import { priceSteps } from '@posthouse/contract/price-steps'
import { priceWords, stepWords } from '../../lib/money/price-words.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { Failed, LoadingRows } from '../../table/table-states.tsx'

/** Who changed an entry, when, and from what to what. */
export function PriceHistory({ price: { model } }: { readonly price: Price }) {
  const { t } = useTranslation()
  const asked = useRead(priceCalls, 'listPriceChanges', { query: { model } })
  if (asked.error !== null) {
    return <Failed error={asked.error} onRetry={() => void asked.refetch()} />
  }
  if (asked.data === undefined) return <LoadingRows />
  if (asked.data.length === 0) {
    return <Typography color="textSecondary">{t('pricing.noHistory')}</Typography>
  }
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {asked.data.map((change) => (
        <Entry key={change.id} change={change} />
      ))}
    </Box>
  )
}

function Entry({ change }: { readonly change: PriceChange }) {
  const { t } = useTranslation()
  const { before, after, cause, actor, time, revision } = change
  const figures = (price: Price | null): string =>
    price === null ? t('pricing.noEntry') : priceWords(price, t)
  const steps = before === null || after === null ? [] : priceSteps(before, after, time)
  return (
    <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
      <Typography>
        {figures(before)} → {figures(after)}
      </Typography>
      {steps.map((step) => (
        <Typography key={stepWords(step, t)} variant="body2">
          {stepWords(step, t)}
        </Typography>
      ))}
      <Typography variant="body2" color="textSecondary">
        {t(`pricing.causes.${cause}`)}
        {actor !== '' && ` · ${actor}`} · <TimeCell seconds={time} /> ·{' '}
        {t('pricing.revision', { revision })}
      </Typography>
    </Box>
  )
}
