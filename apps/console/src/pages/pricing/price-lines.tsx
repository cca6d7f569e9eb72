import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconTrash } from '@tabler/icons-react'
import type { PriceInput, PriceLine } from '@posthouse/contract/price'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  dollarsOfMultiplier,
  microsOfMultiplier,
  multiplierOfDollars,
  multiplierOfMicros,
} from '../../lib/money/multiplier.ts'

type Values = z.input<typeof PriceInput>
export type PriceForm = UseFormReturn<Values, unknown, PriceInput>
type Line = NonNullable<Values['lines']>[number]
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
const conditional: readonly Exclude<Bucket, 'call' | 'character' | 'second'>[] = [
  'input',
  'output',
  ...meters.map(([bucket]) => bucket),
]

const isPlain = ({ tier, from_input_tokens: from }: Line): boolean =>
  tier === undefined && from === undefined

type Props = {
  readonly form: PriceForm
  /** The lines that the server would store: with the published ratios where nothing was typed. */
  readonly filled: readonly PriceLine[]
}

/** Prices of further meters, and those that hold under a condition. */
export function PriceLines({ form, filled }: Props) {
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
  const conditions = stored.filter((line) => !isPlain(line))
  const setConditions = (next: readonly Line[]) => put([...stored.filter(isPlain), ...next])
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
            amount={stored.find((line) => line.bucket === bucket && isPlain(line))?.amount_micro}
            onAmount={(amount) => setMeter(bucket, amount)}
          />
        ))}
      </Box>
      <Typography variant="subtitle2" sx={{ mt: 4 }}>
        {t('pricing.conditions')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('pricing.conditionsHelp')}
      </Typography>
      {conditions.map((line, index) => (
        <Condition
          key={`${index} of ${conditions.length}`}
          line={line}
          onLine={(next) => setConditions(conditions.with(index, next))}
          onRemove={() => setConditions(conditions.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        onClick={() =>
          setConditions([
            ...conditions,
            { bucket: 'input', amount_micro: '0', from_input_tokens: 200_001 },
          ])
        }
      >
        {t('pricing.addCondition')}
      </Button>
    </Box>
  )
}

const isMeter = (bucket: Bucket): boolean => meters.some(([known]) => known === bucket)

const bare = ({ bucket, amount_micro, from_input_tokens: from, tier }: PriceLine): Line => ({
  bucket,
  amount_micro,
  ...(from === undefined ? {} : { from_input_tokens: from }),
  ...(tier === undefined ? {} : { tier }),
})

type AmountProps = {
  readonly label: string
  readonly placeholder: string
  /** Micro-quota a token. */
  readonly amount: string | undefined
  /** Null: without a price of its own. */
  readonly onAmount: (amount: string | null) => void
}

/** Dollars for a million. What is no amount stays in the field and changes nothing. */
function LineAmount({ label, placeholder, amount, onAmount }: AmountProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const own = amount === undefined ? '' : (dollarsOfMultiplier(multiplierOfMicros(amount)) ?? '')
  const typedMicros = typed === null ? undefined : microsTyped(typed)
  const invalid = typed !== null && typed.trim() !== '' && typedMicros === undefined
  return (
    <TextField
      size="small"
      label={label}
      value={invalid || typedMicros === amount ? (typed ?? own) : own}
      placeholder={placeholder}
      onChange={({ target }) => {
        setTyped(target.value)
        const micros = microsTyped(target.value)
        if (target.value.trim() === '') onAmount(null)
        else if (micros !== undefined) onAmount(micros)
      }}
      error={invalid}
      helperText={invalid ? t('pricing.noAmount') : undefined}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: 'decimal' } }}
    />
  )
}

function microsTyped(text: string): string | undefined {
  const multiplier = multiplierOfDollars(text)
  return multiplier === undefined ? undefined : microsOfMultiplier(multiplier)
}

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
        label={t('pricing.dollars')}
        placeholder="0"
        amount={amount_micro}
        onAmount={(amount) => put({ amount: amount ?? '0' })}
      />
      <IconButton aria-label={t('pricing.removeCondition')} onClick={onRemove}>
        <IconTrash size={18} stroke={1.5} />
      </IconButton>
    </Box>
  )
}
