import { priceCalls } from '@posthouse/contract/calls/prices'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Price, PriceLine } from '@posthouse/contract/price'
import { useTranslation } from 'react-i18next'
import { LeaveQuestion } from '../../forms/kit/leave-question.tsx'
import { useDirtyGuard } from '../../forms/kit/use-dirty-guard.ts'
import { useWrite } from '../../api/use-call.ts'
import { microsOfMultiplier } from '../../lib/money/multiplier.ts'
import { FloatingBar } from '../../ui/floating-bar.tsx'
import {
  multiplierTyped,
  priceReads,
  type PriceUnit,
  tellPrices,
  usePriceDrafts,
} from './price-store.ts'

/** How many prices are not saved yet, and both ways on. */
export function PriceSaveBar() {
  const { t } = useTranslation()
  const { drafts, unit, discard } = usePriceDrafts()
  const save = useWrite(priceCalls, 'savePrices', { changes: priceReads })
  const guard = useDirtyGuard(drafts.size > 0 && !save.isPending)
  if (drafts.size === 0) return null
  const sheet = [...drafts.values()].map(({ price, draft }) => changed(price, draft, unit))
  const prices = sheet.flatMap((entry) => (entry === null ? [] : [entry]))
  const isWhole = prices.length === sheet.length
  const submit = async () => {
    const { changed: count, batch } = await save.mutateAsync({ body: { prices } })
    discard()
    tellPrices(t('pricing.saved', { count }), batch)
  }
  return (
    <FloatingBar label={t('pricing.save')}>
      <Typography
        role="status"
        color={isWhole ? 'inherit' : 'error'}
        sx={{ flex: 1, mr: { sm: 6 } }}
      >
        {t(isWhole ? 'pricing.changes' : 'pricing.notAmounts', {
          count: isWhole ? drafts.size : sheet.length - prices.length,
        })}
      </Typography>
      <Button onClick={discard} disabled={save.isPending}>
        {t('pricing.discard')}
      </Button>
      <Button
        variant="contained"
        loading={save.isPending}
        disabled={!isWhole}
        onClick={() => void submit().catch(() => null)}
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

type Draft = { readonly input?: string; readonly output?: string; readonly cached?: string }

/** The entry with what was typed; null: something of it is no amount. */
function changed(price: Price, draft: Draft, unit: PriceUnit) {
  const { model, type, channel_type, lines } = price
  const of = (text: string | undefined, stored: string) =>
    text === undefined ? stored : multiplierTyped(text, type === 'times' ? 'multiplier' : unit)
  const input = of(draft.input, price.input)
  const output = of(draft.output, price.output)
  const cached = cachedLine(draft.cached, unit)
  if (input === undefined || output === undefined || cached === null) return null
  return {
    was: model,
    price: {
      model,
      type,
      channel_type,
      input,
      output,
      lines: cached === undefined ? lines : [...lines.filter((line) => !isCached(line)), ...cached],
    },
  }
}

/** Of lines with a date to come nothing was typed. */
const isCached = ({ bucket, tier, from_input_tokens: tokens, from }: PriceLine): boolean =>
  bucket === 'cache_read' && tier === undefined && tokens === undefined && from === undefined

/** Undefined: it was not touched. Null: it is no amount. */
function cachedLine(text: string | undefined, unit: PriceUnit) {
  if (text === undefined) return undefined
  if (text.trim() === '') return []
  const multiplier = multiplierTyped(text, unit)
  const amount = multiplier === undefined ? undefined : microsOfMultiplier(multiplier)
  return amount === undefined ? null : [{ bucket: 'cache_read' as const, amount_micro: amount }]
}
