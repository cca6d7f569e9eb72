import { priceCalls } from '@posthouse/contract/calls/prices'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { ChannelInput } from '@posthouse/contract/channel-input'
import type { PriceMatch } from '@posthouse/contract/price'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { useRead } from '../api/use-call.ts'
import { plainLine } from '../lib/money/price-lines.ts'
import { multiplierOfDollars } from '../lib/money/multiplier.ts'
import { SeenError } from './kit/seen-error.tsx'
import type { SectionProps } from './channel-form.ts'
import { ChannelPriceHead, ChannelPriceRow, type Dollars } from './channel-price-row.tsx'
import { sectionId } from './channel-sections.ts'
import { FormSection } from './kit/form-section.tsx'

/** So many rows are drawn at first: a supplier may list hundreds of models. */
const rowsAtFirst = 40

/** What each model costs. Prices are stored together with the channel. */
export function ChannelPrices({ form }: SectionProps) {
  const { t } = useTranslation()
  const models = useWatch({ control: form.control, name: 'models' })
  // What no channel may have is told at its field, and not asked about.
  const priceable = ChannelInput.shape.models.safeParse(models).success
  const matches = useRead(
    priceCalls,
    'matchPrices',
    { body: { models } },
    { enabled: priceable, keep: true },
  )
  const { typed, put } = useTypedPrices(form, models)
  const [all, setAll] = useState(false)
  const found = priceable ? (matches.data ?? []) : []
  // Rows stay where they are while they are typed into.
  const rows = found.toSorted(
    (one, other) => Number(one.price !== null) - Number(other.price !== null),
  )
  const unpriced = rows.filter(({ model, price }) => price === null && !typed.has(model))
  const shown = all ? rows : rows.slice(0, rowsAtFirst)
  return (
    <FormSection
      id={sectionId('prices')}
      title={t('channel.prices')}
      help={t('channel.pricesHelp')}
    >
      {priceable && matches.error !== null && <SeenError text={messageOf(matches.error)} />}
      {rows.length > 0 && unpriced.length === 0 && (
        <Alert severity="success">{t('channel.allPriced', { count: rows.length })}</Alert>
      )}
      {unpriced.length > 0 && (
        <Alert severity="warning">{t('channel.unpricedCount', { count: unpriced.length })}</Alert>
      )}
      {unpriced.length > 1 && (
        <PriceAlike
          count={unpriced.length}
          onPut={(dollars) => put(new Map(unpriced.map(({ model }) => [model, dollars])))}
        />
      )}
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
        {shown.length > 0 && <ChannelPriceHead />}
        {shown.map((row) => (
          <ChannelPriceRow
            key={row.model}
            row={row}
            typed={typed.get(row.model)}
            stored={storedDollars(row)}
            onType={(dollars) => put(new Map([[row.model, dollars]]))}
          />
        ))}
      </Box>
      {shown.length < rows.length && (
        <Button size="small" onClick={() => setAll(true)} sx={{ alignSelf: 'flex-start' }}>
          {t('channel.allPrices')}
        </Button>
      )}
    </FormSection>
  )
}

function storedDollars({ price }: PriceMatch): Dollars {
  const of = (bucket: string) =>
    (price === null ? undefined : plainLine(price, bucket))?.dollars_per_million ?? ''
  return { input: of('input'), output: of('output') }
}

/** Keeps the prices as typed, in dollars, and puts them into the form in the server's format. */
function useTypedPrices(form: SectionProps['form'], models: readonly string[]) {
  const [typed, setTyped] = useState<ReadonlyMap<string, Dollars>>(new Map())
  useEffect(() => {
    if (typed.size === 0 && form.getValues('prices')?.length === 0) return
    const prices = [...typed]
      .filter(([model]) => models.includes(model))
      .map(([model, { input, output }]) => ({
        model,
        // Empty is no price: the form says so.
        input: multiplierOfDollars(input) ?? '',
        output: multiplierOfDollars(output) ?? '',
      }))
    form.setValue('prices', prices, { shouldDirty: true })
  }, [form, models, typed])
  const put = (more: ReadonlyMap<string, Dollars>) =>
    // A row that was emptied again keeps the price that it has.
    setTyped(new Map([...typed, ...more].filter(([, { input, output }]) => input + output !== '')))
  return { typed, put }
}

type AlikeProps = { readonly count: number; readonly onPut: (dollars: Dollars) => void }

/** One price for all models that have none. */
function PriceAlike({ count, onPut }: AlikeProps) {
  const { t } = useTranslation()
  const [dollars, setDollars] = useState<Dollars>({ input: '', output: '' })
  const isWhole = Object.values(dollars).every((text) => multiplierOfDollars(text) !== undefined)
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
        <Button variant="outlined" disabled={!isWhole} onClick={() => onPut(dollars)}>
          {t('channel.priceThese', { count })}
        </Button>
      </Box>
    </Box>
  )
}
