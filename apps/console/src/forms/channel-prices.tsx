import { priceCalls } from '@posthouse/contract/calls/prices'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ChannelInput } from '@posthouse/contract/channel-input'
import { PriceInput, type PriceMatch } from '@posthouse/contract/price'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { messageOf } from '../api/refusal.ts'
import { useRead } from '../api/use-call.ts'
import { multiplierOfDollars } from '../lib/money/multiplier.ts'
import { SeenError } from './kit/seen-error.tsx'
import type { SectionProps } from './channel-form.ts'
import { PriceEnter } from '../pages/pricing/price-form.tsx'
import { sectionId } from './channel-sections.ts'
import { FormSection } from './kit/form-section.tsx'
import { UnpricedModels, type UnpricedRow } from './unpriced-models.tsx'

type Prices = readonly NonNullable<z.input<typeof ChannelInput>['prices']>[number][]
type Dollars = { readonly input: string; readonly output: string }

/** What its models cost. Prices are stored together with the channel. */
export function ChannelPrices({ form }: SectionProps) {
  const { t } = useTranslation()
  const { control } = form
  const [models, type, prices = []] = useWatch({ control, name: ['models', 'type', 'prices'] })
  // What no channel may have is told at its field, and not asked about.
  const priceable = ChannelInput.shape.models.safeParse(models).success
  const matches = useRead(
    priceCalls,
    'matchPrices',
    { body: { models } },
    { enabled: priceable, keep: true },
  )
  const [typing, setTyping] = useState<string | null>(null)
  const found = priceable ? (matches.data ?? []) : []
  const rows = rowsOf(found, prices)
  const unpriced = rows.filter(({ chosen }) => chosen === undefined)
  const unknown = unpriced.filter(({ published }) => published === null)
  const put = (more: Prices, without: readonly string[] = more.map(({ model }) => model)) =>
    form.setValue('prices', [...prices.filter(({ model }) => !without.includes(model)), ...more], {
      shouldDirty: true,
    })
  return (
    <FormSection
      id={sectionId('prices')}
      title={t('channel.prices')}
      help={t('channel.pricesHelp')}
    >
      {priceable && matches.error !== null && <SeenError text={messageOf(matches.error)} />}
      {found.length > 0 && (
        <UnpricedModels
          rows={rows.map((row) => ({
            ...row,
            note: row.chosen === undefined ? '' : t('channel.priceTyped'),
          }))}
          status={<Status all={found.length} unpriced={unpriced.length} />}
          onUse={put}
          onType={setTyping}
          onClear={(model) => put([], [model])}
        />
      )}
      {unknown.length > 1 && (
        <PriceAlike
          count={unknown.length}
          onPut={(alike) => put(unknown.map(({ model }) => ({ model, ...alike })))}
        />
      )}
      {typing !== null && (
        <PriceEnter
          price={typedBefore(typing, type, prices)}
          onEnter={(price) => put([price])}
          onClose={() => setTyping(null)}
        />
      )}
    </FormSection>
  )
}

/** What the dialog for a price begins with: the price that the form has, if any. */
function typedBefore(model: string, type: number, prices: Prices): PriceInput {
  const blank = { model, type: 'tokens', channel_type: type, input: '', output: '' } as const
  const before = prices.find((one) => one.model === model)
  return PriceInput.safeParse({ ...blank, ...before }).data ?? blank
}

/** The models that nothing prices, each with the price that the form has for it. */
const rowsOf = (found: readonly PriceMatch[], prices: Prices): Omit<UnpricedRow, 'note'>[] =>
  found
    .filter(({ price }) => price === null)
    .map(({ model, published }) => {
      const chosen = prices.find((one) => one.model === model)
      return {
        model,
        published,
        chosen: chosen && {
          type: chosen.type ?? 'tokens',
          input: String(chosen.input),
          output: String(chosen.output),
          ...(chosen.lines === undefined ? {} : { lines: chosen.lines }),
        },
      }
    })

function Status({ all, unpriced }: { readonly all: number; readonly unpriced: number }) {
  const { t } = useTranslation()
  return unpriced === 0 ? (
    <Alert severity="success">{t('channel.allPriced', { count: all })}</Alert>
  ) : (
    <Alert severity="warning">{t('channel.unpricedCount', { count: unpriced })}</Alert>
  )
}

type AlikeProps = { readonly count: number; readonly onPut: (multipliers: Dollars) => void }

/** One price for all models that have none, and none is published. */
function PriceAlike({ count, onPut }: AlikeProps) {
  const { t } = useTranslation()
  const [dollars, setDollars] = useState<Dollars>({ input: '', output: '' })
  const input = multiplierOfDollars(dollars.input)
  const output = multiplierOfDollars(dollars.output)
  const isWhole = input !== undefined && output !== undefined
  const field = (name: keyof Dollars) => (
    <TextField
      size="small"
      label={t(name === 'input' ? 'channel.inputPrice' : 'channel.outputPrice')}
      value={dollars[name]}
      onChange={(event) => setDollars({ ...dollars, [name]: event.target.value })}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  )
  return (
    <Box role="group" aria-label={t('channel.priceAlike')}>
      <Typography variant="subtitle2" sx={{ mb: 2 }}>
        {t('channel.priceAlike')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr auto' },
          gap: 3,
          '& > button': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
        }}
      >
        {field('input')}
        {field('output')}
        <Button
          variant="outlined"
          disabled={!isWhole}
          onClick={() => isWhole && onPut({ input, output })}
        >
          {t('channel.priceThese', { count })}
        </Button>
      </Box>
    </Box>
  )
}
