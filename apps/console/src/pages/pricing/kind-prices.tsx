import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { IconTrash } from '@tabler/icons-react'
import { type FieldErrors, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText, firstMessage } from '../../forms/kit/field-text.ts'
import { LineAmount } from './line-amount.tsx'
import { isKind, type Line, type PriceForm } from './price-form-values.ts'

/** Prices of some sizes and qualities of a picture. */
export function KindPrices({ form }: { readonly form: PriceForm }) {
  const { t } = useTranslation()
  const lines = useWatch({ control: form.control, name: 'lines' }) ?? []
  const put = (next: readonly Line[]) =>
    form.setValue('lines', [...next], { shouldDirty: true, shouldValidate: true })
  return (
    <Box component="section" aria-label={t('pricing.kindPrices')}>
      <Typography variant="subtitle2">{t('pricing.kindPrices')}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('pricing.kindPricesHelp')}
      </Typography>
      {lines.map((line, at) =>
        isKind(line) ? (
          <Kind
            key={at}
            line={line}
            errors={form.formState.errors.lines?.[at]}
            onLine={(next) => put(lines.with(at, next))}
            onRemove={() => put(lines.toSpliced(at, 1))}
          />
        ) : null,
      )}
      <Button
        size="small"
        onClick={() =>
          form.setValue(
            'lines',
            [...lines, { bucket: 'call', amount_micro: '0', attributes: {} }],
            { shouldDirty: true },
          )
        }
      >
        {t('pricing.addKind')}
      </Button>
    </Box>
  )
}

type Errors = FieldErrors<{ lines: Line[] }>['lines']

type KindProps = {
  readonly line: Line
  readonly errors: NonNullable<Errors>[number]
  readonly onLine: (line: Line) => void
  readonly onRemove: () => void
}

const names = ['size', 'quality'] as const

function Kind({ line, errors, onLine, onRemove }: KindProps) {
  const { t } = useTranslation()
  const { attributes = {} } = line
  const put = (name: string, value: string) => {
    const { [name]: _before, ...rest } = attributes
    onLine({ ...line, attributes: value === '' ? rest : { ...rest, [name]: value } })
  }
  const others = Object.entries(attributes).filter(
    ([name]) => !names.some((known) => known === name),
  )
  return (
    <Box
      role="group"
      aria-label={t('pricing.kindPrice')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr auto' },
        gap: 2,
        mb: 3,
        alignItems: 'start',
      }}
    >
      {names.map((name) => (
        <KindInput
          key={name}
          name={name}
          value={attributes[name] ?? ''}
          message={firstMessage(attributeFault(errors, name))}
          onValue={(value) => put(name, value)}
        />
      ))}
      <LineAmount
        label={t('pricing.dollarsPer.call')}
        placeholder="0"
        per="call"
        amount={line.amount_micro}
        fault={told(lineFault(errors), t('pricing.kindPrice'))}
        onAmount={(amount) => onLine({ ...line, amount_micro: amount ?? '0' })}
      />
      <IconButton aria-label={t('pricing.removeKind')} onClick={onRemove}>
        <IconTrash size={18} stroke={1.5} />
      </IconButton>
      {others.length > 0 && (
        <Typography variant="caption" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
          {others.map(([name, value]) => `${name}: ${value}`).join(', ')}
        </Typography>
      )}
    </Box>
  )
}

type KindInputProps = {
  readonly name: (typeof names)[number]
  readonly value: string
  readonly message: string
  readonly onValue: (value: string) => void
}

function KindInput({ name, value, message, onValue }: KindInputProps) {
  const { t } = useTranslation()
  const label = t(`pricing.kind.${name}`)
  return (
    <TextField
      size="small"
      label={label}
      value={value}
      placeholder={t('pricing.anyKind')}
      onChange={({ target }) => onValue(target.value)}
      error={message !== ''}
      helperText={told(message, label)}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

const told = (message: string, label: string): string =>
  message === '' ? '' : fieldText(message, label)

function attributeFault(errors: KindProps['errors'], name: string): unknown {
  const fault: unknown = errors?.attributes
  return typeof fault === 'object' && fault !== null ? Reflect.get(fault, name) : undefined
}

/** What is wrong with the whole line. */
function lineFault(errors: KindProps['errors']): string {
  const whole: unknown = errors?.message ?? errors?.attributes?.message
  return typeof whole === 'string' ? whole : ''
}
