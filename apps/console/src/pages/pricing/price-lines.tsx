import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconTrash } from '@tabler/icons-react'
import type { PriceLine } from '@posthouse/contract/price'
import type { PricePreview } from '@posthouse/contract/price-work'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { perOf } from '../../lib/money/line-amount.ts'
import type { Line, PriceForm } from './price-form-values.ts'
import { isKind } from './kind-prices.tsx'
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

/** What a meter costs always. */
export const isPlain = (line: Line): boolean =>
  [line.tier, line.from_input_tokens, line.attributes, line.from, line.until].every(
    (condition) => condition === undefined,
  )

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
  const kept = stored.filter((line) => isPlain(line) || isKind(line))
  const conditions = stored.filter((line) => !isPlain(line) && !isKind(line))
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
      <Conditions lines={conditions} onLines={(next) => put([...kept, ...next])} />
    </Box>
  )
}

type ConditionsProps = {
  readonly lines: readonly Line[]
  readonly onLines: (lines: readonly Line[]) => void
}

/** Prices that hold for long contexts, or for a service tier. */
function Conditions({ lines, onLines }: ConditionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Typography variant="subtitle2" sx={{ mt: 4 }}>
        {t('pricing.conditions')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('pricing.conditionsHelp')}
      </Typography>
      {lines.map((line, index) => (
        <Condition
          key={`${index} of ${lines.length}`}
          line={line}
          onLine={(next) => onLines(lines.with(index, next))}
          onRemove={() => onLines(lines.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        onClick={() =>
          onLines([...lines, { bucket: 'input', amount_micro: '0', from_input_tokens: 200_001 }])
        }
      >
        {t('pricing.addCondition')}
      </Button>
    </>
  )
}

const isMeter = (bucket: Bucket): boolean => meters.some(([known]) => known === bucket)

const bare = ({ unit: _unit, dollars_per_million: _dollars, ...line }: PriceLine): Line => line

type ConditionProps = {
  readonly line: Line
  readonly onLine: (line: Line) => void
  readonly onRemove: () => void
}

type LineChange = {
  readonly bucket?: Bucket
  readonly amount?: string
  /** Empty or 0: always. */
  readonly from?: string
  /** Empty: of any tier. */
  readonly tier?: string
}

function lineWith(line: Line, change: LineChange): Line {
  const from = change.from === undefined ? line.from_input_tokens : Number(change.from)
  const tier = change.tier ?? line.tier
  return {
    bucket: change.bucket ?? line.bucket,
    amount_micro: change.amount ?? line.amount_micro,
    ...(from === undefined || from === 0 ? {} : { from_input_tokens: from }),
    ...(tier === undefined || tier === '' ? {} : { tier }),
    ...(line.attributes === undefined ? {} : { attributes: line.attributes }),
  }
}

/** A price from so many input tokens of a request on, or of a service tier. */
function Condition({ line, onLine, onRemove }: ConditionProps) {
  const { t } = useTranslation()
  const { bucket, amount_micro, from_input_tokens: from, tier } = line
  const put = (change: LineChange) => onLine(lineWith(line, change))
  return (
    <Box
      role="group"
      aria-label={t('pricing.condition')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', sm: '1.3fr 1fr 1fr 1fr auto' },
        gap: 2,
        mb: 3,
        alignItems: 'start',
      }}
    >
      <TextField
        select
        size="small"
        label={t('pricing.meter')}
        value={bucket}
        onChange={({ target }) => put({ bucket: target.value as Bucket })}
      >
        {conditional.map((name) => (
          <MenuItem key={name} value={name}>
            {t(`pricing.buckets.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        size="small"
        label={t('pricing.fromTokens')}
        value={from ?? ''}
        onChange={({ target }) => put({ from: target.value.replace(/\D/g, '') })}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      <TextField
        size="small"
        label={t('pricing.tier')}
        value={tier ?? ''}
        onChange={({ target }) => put({ tier: target.value.trim() })}
      />
      <LineAmount
        label={t(`pricing.dollarsPer.${perOf(bucket)}`)}
        placeholder="0"
        per={perOf(bucket)}
        amount={amount_micro}
        onAmount={(amount) => put({ amount: amount ?? '0' })}
      />
      <IconButton aria-label={t('pricing.removeCondition')} onClick={onRemove}>
        <IconTrash size={18} stroke={1.5} />
      </IconButton>
    </Box>
  )
}
