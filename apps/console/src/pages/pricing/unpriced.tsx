import { priceCalls } from '@posthouse/contract/calls/prices'
import Alert from '@mui/material/Alert'
import Card from '@mui/material/Card'
import type { PriceInput } from '@posthouse/contract/price'
import type { UnpricedModel } from '@posthouse/contract/price-work'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/use-call.ts'
import { UnpricedModels } from '../../forms/unpriced-models.tsx'
import { PriceCreate } from './price-form.tsx'
import { priceReads, tellPrices } from './price-store.ts'

/** Models that channels offer and no entry prices: calls of them are refused. */
export function Unpriced() {
  const { t } = useTranslation()
  const asked = useRead(priceCalls, 'listUnpriced', {})
  const save = useWrite(priceCalls, 'syncPrices', { changes: priceReads })
  const [typing, setTyping] = useState<UnpricedModel | null>(null)
  const models = asked.data ?? []
  if (models.length === 0) return null
  const apply = async (prices: readonly PriceInput[]) => {
    const { changed, batch } = await save.mutateAsync({ query: {}, body: [...prices] })
    tellPrices(t('pricing.priced', { count: changed }), batch)
  }
  return (
    <Card component="section" aria-label={t('pricing.unpriced')} sx={{ p: 5, mb: 4 }}>
      <UnpricedModels
        rows={models.map(({ model, channels, published }) => ({
          model,
          note: channels.map(({ name }) => name).join(', '),
          published,
        }))}
        status={
          <Alert severity="warning">{t('pricing.unpricedCount', { count: models.length })}</Alert>
        }
        busy={save.isPending}
        onUse={(prices) => void apply(prices).catch(() => null)}
        onType={(name) => setTyping(models.find(({ model }) => model === name) ?? null)}
      />
      {typing !== null && (
        <PriceCreate
          model={typing.model}
          channelType={typing.channel_type}
          onClose={() => setTyping(null)}
        />
      )}
    </Card>
  )
}
