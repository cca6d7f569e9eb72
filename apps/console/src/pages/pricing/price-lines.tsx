import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PriceLine } from '@posthouse/contract/price'
import type { PricePreview } from '@posthouse/contract/price-work'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { perOf } from '../../lib/money/line-amount.ts'
import { isPlain, type Line, type PriceForm } from './price-form-values.ts'
import { PriceConditions } from './price-conditions.tsx'
import { LineAmount } from './line-amount.tsx'

type Bucket = Line['bucket']

/** Meters beside input and output, and what they cost without a price of their own. */
const meters = [
  ['cache_read', 'input'],
  ['cache_write_5m', 'input'],
  ['cache_write_1h', 'input'],
  ['reasoning', 'output'],
  ['audio_in', 'input'],
  ['audio_out', 'output'],
  ['image_in', 'input'],
  ['image_out', 'output'],
] as const
/** Meters of other kinds of models. Without a price they are free. */
const others = ['call', 'character', 'second'] as const
const conditional: readonly Bucket[] = [
  'input',
  'output',
  ...meters.map(([bucket]) => bucket),
  ...others,
]

/** Other meters that models of an operation are priced by. */
const byOperation: Partial<Record<PricePreview['operation'], readonly (typeof others)[number][]>> =
  {
    rerank: ['call'],
    image: ['call'],
    speech: ['character', 'second'],
    transcribe: ['second'],
    realtime: ['second'],
    video: ['second', 'call'],
    music: ['second', 'call'],
    draw: ['call'],
  }

type Props = {
  readonly form: PriceForm
  /** The lines that the server would store: with the published ratios where nothing was typed. */
  readonly filled: readonly PriceLine[]
  /** What the model is for, as far as is known. */
  readonly operation: PricePreview['operation']
}

/** Prices of further meters, and those that hold under a condition. */
export function PriceLines({ form, filled, operation }: Props) {
  const { t } = useTranslation()
  const lines = useWatch({ control: form.control, name: 'lines' })
  const stored: readonly Line[] = lines ?? filled.filter(({ bucket }) => isMeter(bucket)).map(bare)
  const put = (next: readonly Line[]) =>
    form.setValue('lines', [...next], { shouldDirty: true, shouldValidate: true })
  const setMeter = (bucket: Bucket, amount: string | null) =>
    put([
      ...stored.filter((line) => line.bucket !== bucket || !isPlain(line)),
      ...(amount === null ? [] : [{ bucket, amount_micro: amount }]),
    ])
  const plainAmount = (bucket: Bucket) =>
    stored.find((line) => line.bucket === bucket && isPlain(line))?.amount_micro
  const further = others.filter(
    (bucket) =>
      byOperation[operation]?.includes(bucket) === true || plainAmount(bucket) !== undefined,
  )
  return (
    <Box component="section" aria-label={t('pricing.meters')}>
      <Typography variant="subtitle2">{t('pricing.meters')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
        {t(lines === undefined ? 'pricing.metersFilled' : 'pricing.metersHelp')}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 3 }}>
        {meters.map(([bucket, parent]) => (
          <LineAmount
            key={bucket}
            label={t(`pricing.buckets.${bucket}`)}
            placeholder={t(parent === 'input' ? 'pricing.asInput' : 'pricing.asOutput')}
            per="million"
            amount={plainAmount(bucket)}
            onAmount={(amount) => setMeter(bucket, amount)}
          />
        ))}
        {further.map((bucket) => (
          <LineAmount
            key={bucket}
            label={t(`pricing.perUnit.${bucket}`)}
            placeholder={t('pricing.free')}
            per={perOf(bucket)}
            amount={plainAmount(bucket)}
            onAmount={(amount) => setMeter(bucket, amount)}
          />
        ))}
      </Box>
      <PriceConditions form={form} buckets={conditional} stored={stored} />
    </Box>
  )
}

const isMeter = (bucket: Bucket): boolean => meters.some(([known]) => known === bucket)

const bare = ({ unit: _unit, dollars_per_million: _dollars, ...line }: PriceLine): Line => line
