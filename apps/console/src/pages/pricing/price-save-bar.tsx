import { priceCalls } from '@posthouse/contract/calls/prices'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '../../api/refusal.ts'
import { useRead, useWrite } from '../../api/use-call.ts'
import { LeaveQuestion } from '../../forms/kit/leave-question.tsx'
import { useDirtyGuard } from '../../forms/kit/use-dirty-guard.ts'
import { FloatingBar } from '../../ui/floating-bar.tsx'
import { changedPrice } from './changed-price.ts'
import { priceReads, tellPrices, usePriceDrafts } from './price-store.ts'
import { savePreviewed } from './save-prices.ts'
import { SavedSteps } from './saved-steps.tsx'

/** How many prices are not saved yet, and both ways on. */
export function PriceSaveBar() {
  const { t } = useTranslation()
  const { drafts, unit, discard, preview } = usePriceDrafts()
  const save = useWrite(priceCalls, 'savePrices', { changes: priceReads, quiet: true })
  const guard = useDirtyGuard(drafts.size > 0 && !save.isPending)
  const sheet = [...drafts.values()].map(({ price, draft }) => changedPrice(price, draft, unit))
  const prices = sheet.flatMap((entry) => (entry === null ? [] : [entry]))
  const isWhole = prices.length === sheet.length
  const previewed = useRead(
    priceCalls,
    'explainPriceChanges',
    { body: { prices } },
    { enabled: isWhole && prices.length > 0, keep: true },
  ).data
  useEffect(() => {
    const after = (previewed ?? []).flatMap((one) => (one.after === null ? [] : [one.after]))
    preview(new Map(after.map((price) => [price.model, price])))
  }, [preview, previewed])
  if (drafts.size === 0) return null
  const submit = async () => {
    const { changed: count, batch } = await save.mutateAsync({ body: { prices } })
    discard()
    tellPrices(t('pricing.saved', { count }), batch)
  }
  return (
    <FloatingBar label={t('pricing.save')}>
      <Box sx={{ flex: 1, mr: { sm: 6 }, minWidth: 0 }}>
        <Typography role="status" color={isWhole ? 'inherit' : 'error'}>
          {t(isWhole ? 'pricing.changes' : 'pricing.notAmounts', {
            count: isWhole ? drafts.size : sheet.length - prices.length,
          })}
        </Typography>
        {isWhole && <SavedSteps previewed={previewed ?? []} />}
      </Box>
      <Button onClick={discard} disabled={save.isPending}>
        {t('pricing.discard')}
      </Button>
      <Button
        variant="contained"
        loading={save.isPending}
        disabled={!isWhole}
        onClick={() => void savePreviewed({ prices }, submit).catch(notifyFailure)}
      >
        {t('pricing.save')}
      </Button>
      {guard.leaving && (
        <LeaveQuestion
          onStay={guard.stay}
          onLeave={() => {
            discard()
            guard.leave()
          }}
        />
      )}
    </FloatingBar>
  )
}
