import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { dollarsOfUnits, signedDollars, unitsOfDollars } from '../../lib/money/money-text.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { type FieldProps, useField } from './field.ts'

type Props<Values extends FieldValues, Checked> = FieldProps<Values, Checked> & {
  readonly disabled?: boolean
  /** An empty input means "not set" instead of an error. */
  readonly optional?: boolean
}

const wholeUnits = (text: string): number | undefined =>
  /^-?\d{1,300}$/.test(text.trim()) ? Number(text) : undefined

/** Empty: nothing, which an optional amount leaves out. What is no amount is NaN, which the schema refuses. */
const amountIn = (typed: string, read: number | undefined, optional: boolean) =>
  typed.trim() === '' ? (optional ? undefined : null) : (read ?? Number.NaN)

/** An amount kept in quota units, typed in dollars; a click turns it round. */
export function MoneyInput<Values extends FieldValues, Checked>(props: Props<Values, Checked>) {
  const { t } = useTranslation()
  const { quotaPerUnit, displayInCurrency } = useAmountDisplay()
  const [inDollars, setInDollars] = useState(displayInCurrency)
  const { field, invalid, below } = useField({ ...props, ...useWords(inDollars, quotaPerUnit) })
  const value: unknown = field.value
  const units = typeof value === 'number' && !Number.isNaN(value) ? value : undefined
  const written = (dollars: boolean) =>
    units === undefined ? '' : dollars ? dollarsOfUnits(units, quotaPerUnit) : String(units)
  const [text, setText] = useState(written(inDollars))

  const type = (typed: string) => {
    setText(typed)
    const read = inDollars ? unitsOfDollars(typed, quotaPerUnit) : wholeUnits(typed)
    field.onChange(amountIn(typed, read, props.optional === true))
  }
  const turn = () => {
    setInDollars(!inDollars)
    setText(written(!inDollars))
  }
  const equivalent =
    units === undefined
      ? ''
      : inDollars
        ? t('form.units', { count: units, units: units.toLocaleString('en-US') })
        : signedDollars(units, quotaPerUnit)
  return (
    <TextField
      label={props.label}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      name={field.name}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={invalid}
      helperText={below}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: {
          startAdornment: inDollars ? (
            <InputAdornment position="start">$</InputAdornment>
          ) : undefined,
          endAdornment: (
            <InputAdornment position="end">
              <Button size="small" onClick={turn} title={t('form.turnMoney')}>
                {equivalent === '' ? t(inDollars ? 'form.inDollars' : 'form.inUnits') : equivalent}
              </Button>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/** What a fault says of an amount, in what it is typed in. */
function useWords(inDollars: boolean, quotaPerUnit: number) {
  const { t } = useTranslation()
  const written = (units: number): string =>
    inDollars ? signedDollars(units, quotaPerUnit) : units.toLocaleString('en-US')
  const reworded = (message: string): string => {
    if (message === 'field.whole') return t('form.leastAmount', { least: written(1) })
    if (message !== 'field.number') return message
    return t(inDollars ? 'form.noDollars' : 'form.noUnits')
  }
  return { written, reworded }
}
