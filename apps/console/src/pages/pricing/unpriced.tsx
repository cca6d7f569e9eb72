import { priceCalls } from '@posthouse/contract/calls/prices'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { Price } from '@posthouse/contract/price'
import type { UnpricedModel } from '@posthouse/contract/price-work'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useWrite } from '../../api/use-call.ts'
import { plainLine } from '../../lib/money/price-lines.ts'
import { PriceCreate } from './price-form.tsx'
import { priceReads, tellPrices } from './price-store.ts'

const rowsAtFirst = 6

/** Models that channels offer and no entry prices: calls of them are refused. */
export function Unpriced() {
  const { t } = useTranslation()
  const asked = useRead(priceCalls, 'listUnpriced', {})
  const save = useWrite(priceCalls, 'syncPrices', { changes: priceReads })
  const [typing, setTyping] = useState<UnpricedModel | null>(null)
  const [all, setAll] = useState(false)
  const models = asked.data ?? []
  if (models.length === 0) return null
  const published = models.flatMap((model) => (model.published === null ? [] : [model.published]))
  const apply = async (prices: readonly Price[]) => {
    const { changed, batch } = await save.mutateAsync({ query: {}, body: prices.map(inputOf) })
    tellPrices(t('pricing.priced', { count: changed }), batch)
  }
  const run = (prices: readonly Price[]) => void apply(prices).catch(() => null)
  return (
    <Card component="section" aria-label={t('pricing.unpriced')} sx={{ p: 5, mb: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 2 }}>
        <Alert severity="warning" sx={{ flex: 1, minWidth: 240 }}>
          {t('pricing.unpricedCount', { count: models.length })}
        </Alert>
        {published.length > 1 && (
          <Button variant="contained" loading={save.isPending} onClick={() => run(published)}>
            {t('pricing.useAll', { count: published.length })}
          </Button>
        )}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {(all ? models : models.slice(0, rowsAtFirst)).map((model) => (
          <Row
            key={model.model}
            row={model}
            busy={save.isPending}
            onUse={run}
            onType={() => setTyping(model)}
          />
        ))}
      </Box>
      {!all && models.length > rowsAtFirst && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('pricing.showAll', { count: models.length })}
        </Button>
      )}
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

type RowProps = {
  readonly row: UnpricedModel
  readonly busy: boolean
  readonly onUse: (prices: readonly Price[]) => void
  readonly onType: () => void
}

function Row({ row: { model, channels, published }, busy, onUse, onType }: RowProps) {
  const { t } = useTranslation()
  const dollars = (bucket: string) =>
    (published === null ? undefined : plainLine(published, bucket))?.dollars_per_million ?? '0'
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        py: 2,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{model}</Typography>
        <Typography variant="caption" color="textSecondary">
          {channels.map(({ name }) => name).join(', ')}
        </Typography>
      </Box>
      <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {published === null
          ? t('pricing.notPublished')
          : t('pricing.publishedAt', { input: dollars('input'), output: dollars('output') })}
      </Typography>
      {published !== null && (
        <Button
          size="small"
          variant="outlined"
          disabled={busy}
          aria-label={t('pricing.useOf', { model })}
          onClick={() => onUse([published])}
        >
          {t('pricing.use')}
        </Button>
      )}
      <Button size="small" aria-label={t('pricing.enterOf', { model })} onClick={onType}>
        {t('pricing.enter')}
      </Button>
    </Box>
  )
}

const inputOf = ({ model, type, channel_type, input, output, lines }: Price) => ({
  model,
  type,
  channel_type,
  input,
  output,
  lines,
})
