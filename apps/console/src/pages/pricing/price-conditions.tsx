import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { daySeconds } from '@posthouse/contract/dated-lines'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fieldText, firstMessage } from '../../forms/kit/field-text.ts'
import { perOf } from '../../lib/money/line-amount.ts'
import { microsOfMultiplier } from '../../lib/money/multiplier.ts'
import { DayInput } from './day-input.tsx'
import { LineAmount } from './line-amount.tsx'
import { isKind, isPlain, type Line, type PriceForm } from './price-form-values.ts'

type Bucket = Line['bucket']

type Props = {
  readonly form: PriceForm
  readonly buckets: readonly Bucket[]
  /** All lines, those that have fields of their own included. */
  readonly stored: readonly Line[]
}

/** Prices that hold for long contexts, for a service tier, or from a day on. */
export function PriceConditions({ form, buckets, stored }: Props) {
  const { t } = useTranslation()
  const [first = 'input'] = buckets
  const put = (next: readonly Line[]) =>
    form.setValue('lines', [...next], { shouldDirty: true, shouldValidate: true })
  const add = (condition: Partial<Line>) =>
    put([...stored, { bucket: first, amount_micro: '0', ...condition }])
  return (
    <Box component="section" aria-label={t('pricing.conditions')}>
      <Typography variant="subtitle2" sx={{ mt: 4 }}>
        {t('pricing.conditions')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('pricing.conditionsHelp')}
      </Typography>
      {stored.map((line, at) =>
        isPlain(line) || isKind(line) ? null : (
          <Condition
            key={`${at} of ${stored.length}`}
            line={line}
            buckets={buckets}
            errors={form.formState.errors.lines?.[at]}
            onLine={(next) => put(stored.with(at, next))}
            onRemove={() => put(stored.toSpliced(at, 1))}
          />
        ),
      )}
      <Button size="small" onClick={() => add({ from_input_tokens: 200_001 })}>
        {t('pricing.addCondition')}
      </Button>
      <Button size="small" onClick={() => add({ from: tomorrow(), amount_micro: amountNow(form) })}>
        {t('pricing.addDated')}
      </Button>
    </Box>
  )
}

const tomorrow = (): number => (Math.floor(Date.now() / 1_000 / daySeconds) + 1) * daySeconds

/** What input, or a call, costs at the moment: a line that nobody fills in makes nothing free. */
function amountNow(form: PriceForm): string {
  const { input, type } = form.getValues()
  const micros = microsOfMultiplier(String(input))
  if (micros === undefined) return '0'
  return type === 'times' ? String(BigInt(micros) * 1_000n) : micros
}

type ConditionProps = {
  readonly line: Line
  readonly buckets: readonly Bucket[]
  readonly errors: unknown
  readonly onLine: (line: Line) => void
  readonly onRemove: () => void
}

type LineChange = { readonly [Field in keyof Line]?: Line[Field] | undefined }

/** What is empty is no condition. */
function lineWith(line: Line, change: LineChange): Line {
  const { bucket, amount_micro, ...conditions } = { ...line, ...change }
  const isKept = ([, value]: [string, unknown]): boolean =>
    ![undefined, 0, ''].includes(value as '')
  return {
    bucket: bucket ?? line.bucket,
    amount_micro: amount_micro ?? line.amount_micro,
    ...Object.fromEntries(Object.entries(conditions).filter(isKept)),
  }
}

/** A price from so many input tokens of a request on, of a service tier, or between two days. */
function Condition({ line, buckets, errors, onLine, onRemove }: ConditionProps) {
  const { t } = useTranslation()
  const { bucket, amount_micro, from_input_tokens: tokens, tier, attributes = {} } = line
  const put = (change: LineChange) => onLine(lineWith(line, change))
  return (
    <Box
      role="group"
      aria-label={t('pricing.condition')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', sm: '1.3fr 1fr 1fr 1fr auto' },
        gap: 2,
        mb: 4,
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
        {buckets.map((name) => (
          <MenuItem key={name} value={name}>
            {t(`pricing.buckets.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        size="small"
        label={t('pricing.fromTokens')}
        value={tokens ?? ''}
        onChange={({ target }) =>
          put({ from_input_tokens: Number(target.value.replace(/\D/g, '')) })
        }
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
        fault={told(lineFault(errors), t('pricing.condition'))}
        onAmount={(amount) => put({ amount_micro: amount ?? '0' })}
      />
      <IconButton aria-label={t('pricing.removeCondition')} onClick={onRemove}>
        <IconTrash size={18} stroke={1.5} />
      </IconButton>
      <Days line={line} errors={errors} onDays={put} />
      <Kinds attributes={attributes} />
    </Box>
  )
}

type DaysProps = {
  readonly line: Line
  readonly errors: unknown
  readonly onDays: (days: Pick<LineChange, 'from' | 'until'>) => void
}

/** When the price starts and ends. */
function Days({ line, errors, onDays }: DaysProps) {
  const { t } = useTranslation()
  return (
    <>
      {days.map(([field, word]) => (
        <DayInput
          key={field}
          label={t(word)}
          day={line[field]}
          required={isPlain({ ...line, [field]: undefined })}
          fault={told(firstMessage(inside(errors, field)), t(word))}
          onDay={(day) => onDays({ [field]: day })}
        />
      ))}
    </>
  )
}

const days = [
  ['from', 'pricing.startsOn'],
  ['until', 'pricing.endsOn'],
] as const

/** The kind that the line is for, which has no field here. */
const Kinds = ({ attributes }: { readonly attributes: NonNullable<Line['attributes']> }) => (
  <Typography variant="caption" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
    {Object.entries(attributes)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ')}
  </Typography>
)

const told = (message: string, label: string): string =>
  message === '' ? '' : fieldText(message, label)

const inside = (errors: unknown, name: string): unknown =>
  typeof errors === 'object' && errors !== null ? Reflect.get(errors, name) : undefined

/** What is wrong with the whole line. */
function lineFault(errors: unknown): string {
  const message = inside(errors, 'message')
  return typeof message === 'string' ? message : ''
}
